import Foundation
import TestSupport
import Testing

@testable import Gateway
@testable import RuleEngine

@Suite("F77: a state of an older format")
struct MigrationTests {
    typealias Migrations = StateDatabase.Migrations

    /// As many steps as there are, and these.
    static func later(_ steps: String...) -> Migrations { Migrations(steps: Migrations.all.steps + steps) }

    static let step = "ALTER TABLE moment ADD COLUMN place TEXT NOT NULL DEFAULT 'attic'"
    static let moment = SavedMoment(engine: 5, wall: 6, boot: 7, bootID: "now")

    let folder: TemporaryFolder
    let path: String
    let copy: String

    /// A folder with a state of the present format, one row in it.
    init() throws {
        folder = try TemporaryFolder()
        path = StateFile.path(in: folder.path)
        copy = "\(path).format-\(StateDatabase.version)"
        let file = StateFile(folder: folder.path)
        let row = StateRow(key: StateRow.Key(kind: .input, name: [1, 2]), data: [3, 4])
        let change = StateChange(isComplete: true, written: [row], removed: [])
        guard case .done = file.save(StateFile.Order(change: change, rules: nil, moment: Self.moment)) else {
            throw Unusable()
        }
        file.close()
    }

    struct Unusable: Error {}

    func ask(_ query: String, of path: String) throws -> String {
        try ProcessRunner.run("sqlite3", ["-readonly", path, query]).output
    }

    func format(of path: String) throws -> Int32? { Int32(try ask("PRAGMA user_version", of: path)) }

    @Test("F77: each format has the step that leads to it")
    func complete() { #expect(Migrations.all.newest == StateDatabase.version) }

    @Test("F77: all steps are taken, in order, and what was saved is there")
    func steps() throws {
        let migrations = Self.later(
            Self.step, "UPDATE moment SET place = place || '!'", "CREATE INDEX i ON moment (place)")
        let file = StateFile(folder: folder.path, migrations: migrations)
        let (contents, _) = file.load()
        #expect(contents?.moment == Self.moment)
        #expect(contents?.rows.map(\.data) == [[3, 4]])
        #expect(file.takeNotes().isEmpty)
        file.close()
        #expect(try format(of: path) == migrations.newest)
        #expect(try ask("SELECT place FROM moment", of: path) == "attic!")
    }

    @Test("F77: what is of the newest format is left alone, and no copy of it is made")
    func newest() throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let file = StateFile(folder: folder.path)
        #expect(file.load().0 != nil)
        file.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(!StateDatabase.exists(at: copy))
    }

    @Test("F77: the state as it was is kept beside it, for its owner alone, and only the first time")
    func copies() throws {
        #expect(StateFile(folder: folder.path, migrations: Self.later(Self.step)).load().0 != nil)
        #expect(try format(of: copy) == StateDatabase.version)
        #expect(try ask("PRAGMA application_id", of: copy) == "\(StateDatabase.applicationID)")
        #expect(try ask("SELECT engine, hex(name), hex(data) FROM moment, rows", of: copy) == "5|0102|0304")
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        // The older version was put back, ran, and now gives way once more.
        try ProcessRunner.run(
            "sqlite3", [path, "PRAGMA user_version = \(StateDatabase.version); UPDATE moment SET engine = 9"])
        #expect(StateFile(folder: folder.path, migrations: Self.later("UPDATE moment SET wall = 8")).load().0 != nil)
        #expect(try ask("SELECT engine FROM moment", of: copy) == "5")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("format") }.count == 1
        )
    }

    @Test("F77: a copy that was cut off is made anew")
    func draft() throws {
        try folder.write("half", to: "state.db.format-\(StateDatabase.version).new")
        #expect(StateFile(folder: folder.path, migrations: Self.later(Self.step)).load().0 != nil)
        #expect(try format(of: copy) == StateDatabase.version)
        #expect(!StateDatabase.exists(at: copy + ".new"))
    }

    @Test("F77: where a step fails none is taken, the file stays as it was and is not set aside")
    func failing() throws {
        let migrations = Self.later(Self.step, "UPDATE moment SET place = 'x'", "UPDATE nowhere SET x = 1")
        let file = StateFile(folder: folder.path, migrations: migrations)
        let (contents, outcome) = file.load()
        #expect(contents == nil)
        guard case .failed(let words) = outcome else { throw Unusable() }
        #expect(words == "cannot bring up to date \(path): no such table: nowhere")
        #expect(file.takeNotes().isEmpty)
        file.close()
        #expect(try format(of: path) == StateDatabase.version)
        // This version goes on with it as if nothing had been tried.
        let again = StateFile(folder: folder.path).load().0
        #expect(again?.moment == Self.moment && again?.rows.map(\.data) == [[3, 4]])
    }

    @Test("F77: without a copy nothing is changed")
    func noCopy() throws {
        // A folder stands where the copy would be made.
        try FileManager.default.createDirectory(
            atPath: "\(copy).new/x", withIntermediateDirectories: true)
        let file = StateFile(folder: folder.path, migrations: Self.later(Self.step))
        guard case .failed(let words) = file.load().1 else { throw Unusable() }
        #expect(words.hasPrefix("cannot keep a copy of \(path): "))
        file.close()
        #expect(try format(of: path) == StateDatabase.version)
    }

    @Test("F77: a state of each format that there ever was is read, every row of it", arguments: [1])
    func fixture(format: Int) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("StateFormats/format-\(format).sql").path
        let old = try TemporaryFolder()
        try ProcessRunner.run("sqlite3", [StateFile.path(in: old.path), ".read \(script)"])
        let file = StateFile(folder: old.path)
        let contents = file.load().0
        let state = try #require(contents)
        var unreadable = 0
        let snapshot = Snapshot(
            rows: state.rows, time: state.moment.engine, wall: state.moment.wall, unreadable: &unreadable)
        #expect(unreadable == 0)
        #expect(snapshot.inputs.map(\.name) == ["heater"])
        #expect(snapshot.states.count == 1)
        #expect(snapshot.outputs.map(\.name) == ["lamp"])
        #expect(state.moment.wall == 1796075949650874915)
        #expect(file.loadRules().0?.files.map(\.name) == ["hearth.conf", "rules.d/house.rules"])
        file.close()
        // What the steps lead to is what a new file has.
        for table in ["rows", "rules", "moment"] {
            let columns = "SELECT * FROM pragma_table_info('\(table)')"
            #expect(try ask(columns, of: file.path) == ask(columns, of: path))
        }
    }
}

/// The daemon.
package enum Gateway {}

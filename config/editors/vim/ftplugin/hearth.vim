" Hearth's rules in vim: indentation by 4 blanks, and :make checks the file and goes to each mistake.
" To lay a file out evenly, save it and say  :!hearth format %

if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal expandtab shiftwidth=4 softtabstop=4
setlocal iskeyword=@,48-57,_,192-255
setlocal comments=:# commentstring=#\ %s
setlocal makeprg=hearth\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#

let b:undo_ftplugin = "setlocal expandtab< shiftwidth< softtabstop< iskeyword< comments< commentstring< makeprg< errorformat<"

" Knows Hearth's files by their names, and other *.rules and *.test files by what stands in them: udev and others have
" files of these names too.

autocmd BufNewFile,BufRead hearth.conf,*/hearth/*.rules,*/hearth/*.test,*/hearth/rules.d/*.rules,*/hearth/rules.d/*.test call s:take()
autocmd BufNewFile,BufRead *.rules,*.test call s:detect()

" Vim has taken the file for something else by now, and what that left behind would keep our plugin away.
function! s:take() abort
  unlet! b:did_ftplugin
  set filetype=hearth
endfunction

function! s:detect() abort
  for line in getline(1, 100)
    if line =~# '^\(input\|event\|output\)\s\+\K\k*.*\s\(from\|to\)\s\+["'']'
          \ || line =~# '^\(keep\s\+\K\k*\(([^)]*)\)\=\|test\s\+"[^"]*"\)\s*\(#.*\)\=$'
      call s:take()
      return
    endif
  endfor
endfunction

" Vim syntax file for Hearth's rules and hearth.conf.
"
" To install: vim takes it from here with this line in ~/.vimrc, or in /etc/vim/vimrc.local for everybody:
"
"     set runtimepath+=/etc/hearth/editors/vim
"
" or copy the folders of /etc/hearth/editors/vim into ~/.vim (Neovim: ~/.config/nvim).

if exists("b:current_syntax")
  finish
endif

let s:cpo_save = &cpo
set cpo&vim

syn case match
syn iskeyword @,48-57,_,192-255

" Words: each is one only where the grammar expects it, and a colour promises no more than that.
syn match hearthClock "\<\(time\|day\|date\|startup\|every\|sunrise\|sunset\|dawn\|dusk\|mon\|tue\|wed\|thu\|fri\|sat\|sun\|weekday\|weekend\|up\|down\)\>"
syn match hearthState "\<\(known\|unknown\|failed\)\>"
syn match hearthFunction "\<\(abs\|ceil\|clamp\|floor\|max\|min\|round\)\>\ze("
syn match hearthAggregate "\<\(any\|all\|no\|count\s\+of\|min\s\+of\|max\s\+of\|average\s\+of\|sum\s\+of\|change\s\+of\)\>"
syn match hearthOperator "\<\(and\|or\|not\|until\|for\|within\|over\|is\|in\|contains\|begins\s\+with\|ends\s\+with\|becomes\|changes\|begins\|ends\)\>"
syn match hearthClause "\<\(from\|to\|as\|at\|while\|otherwise\|if\|do\)\>"
syn match hearthOption "\<\(stale\s\+after\|valid\s\+while\|except\|initially\|limit\|qos\|retained\|sending\|at\s\+least\|at\s\+most\|apart\|expires\s\+after\|confirmed\s\+by\|tries\|try\|resend\s\+when\|resend\s\+every\|shadow\|repeating\s\+every\|once\s\+at\s\+a\s\+time\|queued\|late\)\>"
syn match hearthType "\<\(number\|text\|step\)\>" nextgroup=hearthUnit skipwhite
syn match hearthAction "\<\(toggle\|publish\|wait\|log\)\>"
syn match hearthStep "^\s*\zs\(expect\s\+nothing\|restart\s\+after\|clock\|receive\|wait\|restart\|offline\|expect\)\>"
syn match hearthSettingWord "\(from\s\+\|['"]\s\+\|watch\s\+\)\@<=\(credential\|file\|key\|rules\)\>"
syn match hearthSetting "^\s*\zs\(broker\|client\|prefix\|username\|password\|ca\|certificate\|protocol\|keepalive\|reconnect\|presence\|location\|zone\|watch\)\>\ze\s"
syn match hearthStatement "^\s*\zs\(input\|event\|output\|let\|keep\|when\|test\)\>"
syn match hearthStatement "^\s*\zs\(input\|event\|output\|let\|keep\)\ze\s\+\K" nextgroup=hearthName skipwhite
syn match hearthName "\K\k*" contained

" Numbers with their units, and clock times.
syn match hearthUnit "\(µg/m³\|m³/min\|€/kWh\|kWh/m³\|mg/m³\|µS/cm\|Bq/m³\|kbit/s\|Mbit/s\|ct/kWh\|pulses\|kvarh\|W/m²\|g/m³\|mS/cm\|m/s²\|l/min\|m³/h\|m³/s\|mired\|g/kWh\|steps\|weeks\|kvar\|varh\|kVAh\|mbar\|mmHg\|inHg\|mg/l\|inch\|km/h\|mm/h\|mm/s\|kcal\|kB/s\|MB/s\|days\|week\|°C\|°F\|kWh\|MWh\|kVA\|var\|VAh\|mAh\|kΩ\|kHz\|MHz\|hPa\|bar\|kPa\|psi\|ppm\|ppb\|dBA\|dBm\|m²\|m/s\|mph\|m³\|gal\|l/h\|l/s\|µg\|rpm\|min\|€\|AQI\|day\|kW\|MW\|Wh\|VA\|mV\|kV\|mA\|Ah\|Ω\|Hz\|lx\|lm\|cd\|Pa\|dB\|mm\|cm\|km\|ft\|mi\|kn\|ml\|kg\|mg\|lb\|°\|kJ\|MJ\|GJ\|kB\|MB\|GB\|TB\|pH\|ms\|UV\|K\|%\|W\|V\|A\|m\|l\|g\|t\|J\|B\|s\|h\)\(\k\|[/%°²³]\)\@!" contained
syn match hearthNumber "\(\k\|[^.]\.\|^\.\)\@<!\d\+\(\.\d\+\)*\([eE][+-]\=\d\+\)\=" nextgroup=hearthUnit skipwhite
syn match hearthNumber "\k\@<!\d\{1,2\}:\d\d\(:\d\d\)\=\k\@!"

" Texts, with what is put into them.
syn region hearthText start=+"+ skip=+\\.+ end=+"+ oneline contains=hearthPlaceholder,hearthEscape,@Spell
syn region hearthText start=+'+ skip=+\\.+ end=+'+ oneline contains=hearthPlaceholder,hearthEscape,@Spell
syn match hearthPlaceholder "{\K\k*\(([^)]*)\)\=}" contained
syn match hearthEscape +\\\(u{\x\+}\|[nt"'\\{}]\)+ contained

syn match hearthComment "#.*$" contains=@Spell

hi def link hearthStatement Statement
hi def link hearthSetting Statement
hi def link hearthSettingWord Type
hi def link hearthClause Statement
hi def link hearthName Identifier
hi def link hearthOperator Operator
hi def link hearthAggregate Function
hi def link hearthFunction Function
hi def link hearthOption Type
hi def link hearthType Type
hi def link hearthAction Special
hi def link hearthStep Special
hi def link hearthClock Constant
hi def link hearthState Constant
hi def link hearthNumber Number
hi def link hearthUnit Type
hi def link hearthText String
hi def link hearthPlaceholder PreProc
hi def link hearthEscape SpecialChar
hi def link hearthComment Comment

let b:current_syntax = "hearth"

let &cpo = s:cpo_save
unlet s:cpo_save

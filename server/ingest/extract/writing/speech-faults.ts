/** Faults that speech leaves in a sentence, each by its pattern: nothing with one of them may be printed. */
const FAULTS: readonly RegExp[] = [
  // Signs that open a quotation, break a word off, ask, or join two sentences.
  / ['‘]|\w- |\.\.\.|…|["“”«»*]|[–—]|\?|! |\. |[;]|: /,
  // Joining words with nothing between them: "like, or", "of them of", "the it"; but "they step in and".
  /(?<!\b(?:step|com|mov|buy|kick|cash|jump|rush|lock|fill|cav|giv|go|pil)(?:e?s|ed|ing|e)? )\b(?:like|of|to|in|for|with|than|by|at),? (?:or|and|but|then|than|because)\b|\bof them of\b|\b(?:of|and|or) like\b|\bwould and\b/i,
  /\b(?:a|an|the) (?:it|they|he|she|we|there|is|are|was|will|has|and)\b|\b(?:there|here) it\b|\bthe the\b|\ba the\b/i,
  // An article that lost its noun, a word misheard: "will open a, I", "of the all size", "there are anywhere close".
  /\b(?:a|an|the|my|our|their|its), |\b(?:of|in|for) the (?:all|every|these|those)\b|\bthere are (?:any|no)where\b/i,
  // A sign read aloud: "reduces demand slash moves".
  /\w slash (?!cost|price|rate|spend|job|the\b|its\b|their\b)\w/i,
  // Verbs that follow each other: "was did", "is not only has", "like is".
  /\bthat was did\b|\b(?:is|are|was|were) (?:(?:not|only|also|just|more|been|all) ){1,3}(?:has|have|is|are)\b/i,
  /\b(?:like|is|are|was|were|has|have) (?:is|are|was|were|has|have|they|it|he|she)\b/i,
  // Reasons told the wrong way round: "the reason is because", "that is why".
  /\breason is because\b|(?<!reason \w{0,12} ?)\bis because\b|\bthat is (?:why|how|what|the)\b/i,
  // A condition that points back, a beginning without its noun, four commas.
  /\bif (?:that|this|it) is (?:true|the case)$|^(?:much|such|so|very|well|even|like)\b|(?:[^,]*,){4}/i,
  // Slang, oaths and the word "like" for speech.
  /\b(?:blah|fuck\w*|shit\w*|bullshit|ass|hell|crap|stuff|thing is|or whatever|et cetera|yeah|okay|wow|boom|gosh|god|dude|hey|yep|nope|lol|ain't|kinda|folks|guys?|buddy)\b/i,
  /\b(?:is|was|are|were|be|been|being) like\b|\boh\b|, like\b/i,

  // Said twice: "the the"; "AI, an underrated capability of AI, is".
  /\b(\w+) \1\b|^(\w+), (?:a|an|the) [^,]*\b\2\b/i,

  // Begun twice: "Apple is the power efficiency is good".
  /\b(?:is|are|was|were)\b(?:(?!\b(?:that|which|who|if|because|and|but|when|as|what|how|why|where|while|or|than|there|it|they|one)\b)[^,])*\b(?:is|are|was|were)\b/i,
  /\b(?:is|are) the (?:bend|go|do|make|be)\b|\band so (?:is|are|was|were|do|does|did)\b/i,
  /\bwhatever\b|\bbecause if [^,]*$|, (?:and|but|so|because) so\b|, so the\b|\bcall it\b/i,

  // Dropped: "but rather than taking price", "the being the default", "quote, unquote".
  /\bbut rather than [^,]+$|\b(?:the|a|an) (?:being|having|doing)\b|\ba \w+ly a\b|\bquote,? unquote\b|, quote(?:,|$)/i,
  // The subject is lost: "absent another shock, is very low".
  /^(?:absent|barring|given|despite|besides|without|except|within|under|after|before|since|until|for|in|on|at|by|with|from|of|over|during) [^,]*, (?:is|are|was|were|has|have|had|will|would|can|could)\b/i,
  // "Study SpaceX is that": a verb that lost its sentence. Capitals tell the name.
  /^(?!the |an? |one |my |its |their |his |her |our |your |all |what |which |there |it |this |that )[a-z]+ (?:[A-Z][\w.]*\s)+is that\b/,

  // Half of it is missing: "went from 13 billion" (to what?), "will either buy it", "so much that".
  /\b(?:go|goes|going|went|gone|gr[eo]w\w*|rose|risen|fell|fallen|dropped|moved|increased|declined|doubled|revenue|valuation|sales|share)\b[^,]{0,30} from\b(?!.*\b(?:to|into|by|through|down|up)\b)/i,
  /\beither\b(?!.*\bor\b)|\b(?:not only|both)\b(?!.*\b(?:but|and)\b)|\bbetween\b(?!.*\band\b)|\bso (?:many|much|\w+) that$/i,
  // A clause that never comes to its verb: "the boss claiming that it is so", "one was with".
  /^[^,]{3,50}, which [^,]*, which [^,]*$|^(?:the|a|an) [^,]{3,50} (?:claiming|saying|arguing|being|having)\b/i,
  /^(?:one|two|another) (?:is|was) (?:with|that|the|about)\b|\b(?:think|buying|owning|believe|thinks) like\b/i,
  /\b(?:pretty|very|really) (?:it|they|he|she|there|that|the)\b|\b(?:is|are|was) (?:things|people)\b|\bthe same thing$/i,
  // A beginning or an end without the rest: "no the", "chips, but", "end of".
  /,? (?:and|but|or|so) \w+ly$/i,
  /^no (?:the|it|they|but|that)\b|^\w+, (?:but|and|so)\b|^\S+ \w+, (?:has|is|was|have|are)\b|^end of\b|^\S+ (?:today|yesterday|now) (?:the|a|an|they|it)\b/i,
  // Broken off before its verb: "..., but Taiwan", "to the consumer, A, or B".
  /\b(?:but|because|whereas|while|although) (?:the )?\p{Lu}[\p{L}\d]*$|, [A-Z], or [A-Z]$/u,
  // The same verb or noun taken up again: "can win, can", "margins are good and they margins", "would do would".
  /\b(?:can|will|has|would) \w+, (?:can|will|has|would)\b|\b(\w+)s\b.* and they \1\b/i,
  /\b(probably|would|will|could|also|is|was|not) \w+ \1\b/i,
  // Figures without their unit: "do 40 this year", "grows 30".
  /\b(?:do|did|doing) \d+ (?:this|last|next|a)\b|\bgr[eo]ws? \d+(?:,|$)/i,

  // Likens to what is not told: "Halyard is as well, but less so".
  /\b(?:is|are|was|were|does|do|did|has|have|can|will) as well\b(?! as)/i,

  // Says nothing by itself: "is a great example", "is a bit unique", "needs to make money".
  /\b(?:is|was|are|were) (?:a|an|the|another|one|my|our) (?:\w+ ){0,2}(?:example|thing|case|question|point|story|one|issue|topic|conversation|word|term|reason|joke)\b(?! (?:of|for|in|to)\b)|\bis another thing\b/i,
  /\b(?:is|was|are|were) (?:a (?:bit|little) |very |so |fairly |quite )?(?:unique|different|interesting|weird|tricky|complicated|funny|fine|okay|there|here|out|right|all about \w+ \w+)$/i,
  /^the thing\b|\bthings? is\b|\ba very \w+ (?:on|in|at|for|of)\b|^(?:all )?the \w+ \w+ who (?:are|is)\b|^there is an assumption\b/i,
  /\bdoes not even know\b|\bneeds? to make money$|\b(?:do|be) everything$|\b(?:had|has|have|needs?) to \w+(?: (?:it|that|them))?$/i,
];

/** True for a sentence that says something and in which nothing is missing, begun twice or repeated. */
export function isWhole(text: string): boolean {
  return !FAULTS.some((fault) => fault.test(text));
}

/** Selectors of states that need hydration. */
const hydratedStates = /:(hover|disabled)\b|\[aria-(invalid|busy)/

/** Media that few pages are drawn for; their rules follow at hydration. */
const rareMedia = /forced-colors|max-width:18em/

/** Declarations that show only under a pointer or a press. */
const pointerDeclarations =
  /(?<=[{;])(cursor|transition|touch-action|-webkit-tap-highlight-color):[^;}]*(;|(?=\}))/g

/** The part of a style sheet that the drawn screens need; the whole sheet follows at hydration. */
export function criticalStyles(sheet: string, drawn: readonly string[]): string {
  const rules = rulesFor(sheet, drawn).replace(pointerDeclarations, '')
  const critical = rules.replace(/@keyframes (\w+)\{([^{}]*\{[^{}]*\})*[^{}]*\}/g, (said, name: string) =>
    rules.split(name).length > 2 ? said : '',
  )
  const isRead = (property: string) => critical.includes(`var(${property}`)
  return critical.replace(/(--[\w-]+):[^;}]*(;|(?=\}))/g, (said, name: string) => (isRead(name) ? said : ''))
}

function rulesFor(sheet: string, drawn: readonly string[]): string {
  const used = new Set(
    drawn.flatMap((html) =>
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  const isUsed = (selector: string) =>
    !hydratedStates.test(selector) &&
    [...selector.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].every(([, name = '']) => used.has(name))
  return rulesOf(sheet)
    .map(({ prelude, body }) => {
      if (/^@(media|container)/.test(prelude)) {
        const inner = rareMedia.test(prelude) ? '' : rulesFor(body, drawn)
        return inner === '' ? '' : `${prelude}{${inner}}`
      }
      if (prelude.startsWith('@')) return `${prelude}{${body}}`
      const kept = selectorsOf(prelude).filter(isUsed).join(',')
      return kept === '' ? '' : `${kept}{${body}}`
    })
    .join('')
}

/** `a:not(.b, .c), d` -> two: commas in brackets do not separate. */
function selectorsOf(prelude: string): string[] {
  return prelude.split(/,(?![^(]*\))/)
}

type Rule = { prelude: string; body: string }

/** Top-level rules of a minified sheet. */
function rulesOf(sheet: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let from = 0
  let opened = 0
  for (let at = 0; at < sheet.length; at += 1) {
    if (sheet[at] === '{' && depth++ === 0) opened = at
    if (sheet[at] !== '}' || --depth > 0) continue
    rules.push({ prelude: sheet.slice(from, opened).trim(), body: sheet.slice(opened + 1, at) })
    from = at + 1
  }
  return rules
}

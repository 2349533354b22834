import { parseSync, Visitor } from 'vite'

/** Lookbehind, modifiers in a group, a set operation of the `v` flag. */
const newerPattern = /\(\?<[=!]|\(\?[a-z]*-?[a-z]+:/

/** Syntax that Chrome 87, iOS 14.5 or Firefox 90 cannot parse in a script, as 'file, what: its text'. */
export function newerSyntax(file: string, code: string, sourceType: 'module' | 'script'): string[] {
  const { program, errors } = parseSync('served.js', code, { sourceType })
  const found: string[] = errors.map(({ message }) => `${file}, not a ${sourceType}: ${message}`)
  const note = (what: string) => (node: { start: number; end: number }) => {
    found.push(`${file}, ${what}: ${code.slice(node.start, Math.min(node.end, node.start + 80))}`)
  }
  let functions = 0
  const enter = () => void (functions += 1)
  const leave = () => void (functions -= 1)
  const noteAtTop = (what: string) => (node: { start: number; end: number }) => {
    if (functions === 0) note(what)(node)
  }
  const notePattern = (pattern: string, flags: string, node: { start: number; end: number }) => {
    if (newerPattern.test(pattern)) note('a newer part of a regular expression')(node)
    if (/[dv]/.test(flags)) note(`the flag ${flags}`)(node)
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: noteAtTop('await outside a function'),
    ForOfStatement(node) {
      if (node.await) noteAtTop('await outside a function')(node)
    },
    PropertyDefinition: note('a class field'),
    AccessorProperty: note('an accessor'),
    StaticBlock: note('a static block'),
    PrivateIdentifier: note('a private name'),
    ImportAttribute: note('an attribute of an import'),
    Decorator: note('a decorator'),
    VariableDeclaration(node) {
      if (/using/.test(node.kind)) note('using')(node)
    },
    Literal(node) {
      if ('regex' in node) notePattern(node.regex.pattern, node.regex.flags, node)
    },
    NewExpression(node) {
      const [pattern, flags] = node.arguments
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const textOf = (given: typeof pattern) => (given?.type === 'Literal' ? String(given.value) : '')
      notePattern(textOf(pattern), textOf(flags), node)
    },
  }).visit(program)
  return found
}

/** The scripts of a document, as texts. */
export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*(?:\ssrc=|application\/json))[^>]*>([^]*?)<\/script>/g)].map(
    ([, code = '']) => code,
  )
}

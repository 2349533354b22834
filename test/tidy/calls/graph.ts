import { dirname, resolve } from 'node:path'
import type { Source } from '../sources.ts'
import { below, isFunction, mayBeCalled, type Node, part, parts, textOf, treeOf } from './syntax.ts'

/** What a piece of code does with names: those that it mentions or calls, the members that it has in hand, what it throws. */
export type Piece = {
  readonly mentioned: Set<string>
  readonly called: Set<string>
  readonly members: Set<string>
  readonly fails: Set<string>
}

type Bound = { readonly file: string; readonly name: string }

/** An endpoint where it is served: its contract, and what its guard and its handler do. */
export type Mounted = { readonly at: string; readonly endpoint: Bound; readonly piece: Piece }

type FileCalls = {
  readonly pieces: Map<string, Piece>
  readonly imports: Map<string, Bound>
  /** `{ pay: payNow }`: the member that a name of the file stands for. */
  readonly aliases: Map<string, string>
}

/**
 * Who may call whom, by names alone: `x.pay` may be any function that stands under `pay` in an object, and who mentions
 * it may call it. Rather more than really happens.
 */
export type Calls = {
  readonly files: Map<string, FileCalls>
  readonly members: Map<string, { readonly file: string; readonly piece: Piece }[]>
  readonly mounted: Mounted[]
  /** `fail(...)` whose name cannot be read. */
  readonly unread: string[]
}

const mounts = new Set(['mount', 'mountFile', 'mountUpload'])

/** Reads the calls of files. A named function is a piece of its own, wherever it stands. */
export function callsOf(sources: readonly Source[]): Calls {
  const calls: Calls = { files: new Map(), members: new Map(), mounted: [], unread: [] }
  for (const { path, lines } of sources) {
    const file: FileCalls = { pieces: new Map(), imports: new Map(), aliases: new Map() }
    calls.files.set(path, file)
    const reader = readerOf(calls, path, file)
    for (const statement of parts(treeOf(path, lines.join('\n')), 'body')) reader(statement)
  }
  return calls
}

function readerOf(calls: Calls, path: string, file: FileCalls): (statement: Node) => void {
  const pieceOf = (name: string) => {
    const piece = file.pieces.get(name) ?? emptyPiece()
    file.pieces.set(name, piece)
    return piece
  }
  const memberOf = (name: string): Piece => {
    const piece = emptyPiece()
    calls.members.set(name, [...(calls.members.get(name) ?? []), { file: path, piece }])
    return piece
  }

  const readAll = (nodes: readonly (Node | null)[], piece: Piece) => {
    for (const node of nodes) if (node) read(node, piece)
  }

  const read = (node: Node, piece: Piece): void => {
    if (declares(node)) return
    if (node.type === 'Property') return readProperty(node, piece)
    if (node.type === 'Identifier') piece.mentioned.add(textOf(node) ?? '')
    if (node.type === 'ObjectPattern') takeOut(node, piece)
    if (node.type === 'MemberExpression') return readMember(node, piece)
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return readCall(node, piece)
    readAll(below(node), piece)
  }

  /** True for a named function, which is read into its own piece; what a call makes may be called under its name too. */
  const declares = (node: Node): boolean => {
    const name = textOf(part(node, 'id'))
    const value = node.type === 'VariableDeclarator' ? part(node, 'init') : node
    if (name === null || !value) return false
    if (value === node ? !/^(Function|Class)Declaration$/.test(node.type) : !isFunction(value)) {
      if (value.type === 'CallExpression') read(value, pieceOf(`${name}()`))
      return false
    }
    readAll(
      below(value).filter((child) => child !== part(value, 'id')),
      pieceOf(name),
    )
    return true
  }

  /** Whoever has `deps.pay` in hand may call it, or hand it on to somebody who does, under whatever name. */
  const readMember = (node: Node, piece: Piece) => {
    const [object, property] = [part(node, 'object'), part(node, 'property')]
    const [local, name] = [textOf(object) ?? '', textOf(property)]
    if (name !== null && file.imports.get(local)?.name === '*') piece.mentioned.add(`${local}.${name}`)
    else if (name !== null) piece.members.add(name)
    readAll([object, node['computed'] === true ? property : null], piece)
  }

  /** `{ pay } = deps` is in the same case as `deps.pay`. */
  const takeOut = (pattern: Node, piece: Piece) => {
    for (const property of parts(pattern, 'properties')) {
      const name = textOf(part(property, 'key'))
      if (name !== null) piece.members.add(name)
    }
  }

  /** A function in an object belongs to the name under which it stands there. */
  const readProperty = (node: Node, piece: Piece) => {
    const [name, value] = [textOf(part(node, 'key')), part(node, 'value')]
    if (!value) return
    const local = value.type === 'Identifier' ? textOf(value) : null
    if (name !== null && local !== null && local !== name) file.aliases.set(local, name)
    if (name !== null && mayBeCalled(value))
      readAll(isFunction(value) ? below(value) : [value], memberOf(name))
    if (!isFunction(value) && value.type !== 'Identifier') read(value, piece)
  }

  const readCall = (node: Node, piece: Piece) => {
    const [callee, given] = [part(node, 'callee'), parts(node, 'arguments')]
    const name = textOf(callee)
    if (name === 'fail') readFail(given[0], piece)
    if (name !== null && mounts.has(name) && given[1]) return readMount(given[1], given.slice(2))
    if (name === null) readAll([callee], piece)
    else piece.called.add(name)
    readAll(given, piece)
  }

  const readFail = (given: Node | undefined, piece: Piece) => {
    const names = literalsIn(given)
    for (const name of names) piece.fails.add(name)
    if (names.length === 0) calls.unread.push(`${path}: fail(...) without a name that can be read`)
  }

  const readMount = (endpoint: Node, [guard, handler, ...rest]: Node[]) => {
    const piece = emptyPiece()
    const guardName = textOf(guard ?? null)
    if (guardName !== null) piece.called.add(guardName)
    readAll([guard ?? null, handler ?? null, ...rest], piece)
    const bound = boundOf(file, path, endpoint)
    if (bound) calls.mounted.push({ at: path, endpoint: bound, piece })
  }

  return (statement) => {
    if (statement.type === 'ImportDeclaration') return readImport(file, path, statement)
    const declared = statement.type.startsWith('Export') ? part(statement, 'declaration') : statement
    if (!declared || declared.type.startsWith('TS')) return
    if (declared.type !== 'VariableDeclaration') return read(declared, pieceOf(''))
    // A constant of the file is what it was made of.
    for (const one of parts(declared, 'declarations')) {
      const name = textOf(part(one, 'id')) ?? ''
      if (!declares(one)) readAll([part(one, 'init')], pieceOf(name))
    }
  }
}

function readImport(file: FileCalls, path: string, node: Node): void {
  const from = fileOf(path, textOf(part(node, 'source')) ?? '')
  for (const specifier of parts(node, 'specifiers')) {
    const local = textOf(part(specifier, 'local'))
    const whole = specifier.type === 'ImportNamespaceSpecifier'
    const name = whole ? '*' : textOf(part(specifier, 'imported'))
    if (from !== null && local !== null && name !== null) file.imports.set(local, { file: from, name })
  }
}

/** The path from the project's root that an import means; null for packages. */
function fileOf(path: string, target: string): string | null {
  if (/^#(db|simulators)\//.test(target)) return target.slice(1)
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  return target.startsWith('.') ? resolve('/', dirname(path), target).slice(1) : null
}

function boundOf(file: FileCalls, path: string, node: Node): Bound | null {
  const name = textOf(node)
  if (name !== null) return file.imports.get(name) ?? { file: path, name }
  const whole = file.imports.get(textOf(part(node, 'object')) ?? '')
  const inside = textOf(part(node, 'property'))
  return whole && inside !== null ? { file: whole.file, name: inside } : null
}

/** The strings that an argument may be: one, or one of two. */
function literalsIn(node: Node | null | undefined): string[] {
  if (node?.type === 'ConditionalExpression')
    return [...literalsIn(part(node, 'consequent')), ...literalsIn(part(node, 'alternate'))]
  const text = node?.type === 'Literal' ? textOf(node) : null
  return text === null ? [] : [text]
}

function emptyPiece(): Piece {
  return { mentioned: new Set(), called: new Set(), members: new Set(), fails: new Set() }
}

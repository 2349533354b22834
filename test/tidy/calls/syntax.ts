import { parseSync } from 'vite'

/** A node of the syntax tree, as the parser gives it. */
export type Node = { readonly type: string; readonly [part: string]: unknown }

/** The tree of a file. Throws where it is not TypeScript. */
export function treeOf(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const tree: unknown = program
  if (!isNode(tree)) throw new Error(`${path} has no tree`)
  return tree
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The part of a node that is a node itself. */
export function part(node: Node, name: string): Node | null {
  const value = node[name]
  return isNode(value) ? value : null
}

/** The part of a node that is a list of nodes. */
export function parts(node: Node, name: string): Node[] {
  const value = node[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Everything right below a node, types left out. */
export function below(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TSType') && type !== 'TSInterfaceDeclaration')
}

/** The text of an identifier or of a literal string; null for anything else. */
export function textOf(node: Node | null): string | null {
  if (node?.type === 'Identifier' && typeof node['name'] === 'string') return node['name']
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  return null
}

/** Whether a node is a function, whatever it stands in. */
export function isFunction(node: Node): boolean {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type)
}

/** Whether a value may be called later: a function, or what a call that nobody awaits gave. */
export function mayBeCalled(node: Node): boolean {
  if (isFunction(node) || node.type === 'Identifier') return true
  return /^(Call|Conditional)Expression$/.test(node.type) && !awaits(node)
}

function awaits(node: Node): boolean {
  return node.type === 'AwaitExpression' || (!isFunction(node) && below(node).some(awaits))
}

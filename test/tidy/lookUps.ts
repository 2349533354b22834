import { join, relative } from 'node:path'
import { type ElementAccessExpression, type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast'
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is'
import { API, type Checker, type Project } from 'typescript/unstable/sync'
import { type Finding, root } from './sources.ts'

/** Look-ups of any text in a plain object: `table[text]`, `text in table`. Found by types, not by names. */
export function lookUpsByText(...configs: readonly string[]): Finding[] {
  const api = new API({ cwd: root })
  try {
    return configs.flatMap((config) => {
      const path = join(root, config)
      const project = api.updateSnapshot({ openProjects: [path] }).getProject(path)
      if (!project) throw new Error(`${config} was not opened`)
      return project.rootFiles.flatMap((file) => foundIn(project, file))
    })
  } finally {
    api.close()
  }
}

function foundIn({ checker, program }: Project, path: string): Finding[] {
  const file = program.getSourceFile(path)
  if (!file) return []
  const found: Finding[] = []
  const visit = (node: Node): void => {
    if (isByText(checker, node)) {
      const line = file.text.slice(0, node.getStart(file)).split('\n').length
      found.push(`${relative(root, path)}:${line} ${node.getText(file).slice(0, 90)}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function isByText(checker: Checker, node: Node): boolean {
  if (isElementAccessExpression(node))
    return isAnyText(checker, node.argumentExpression) && isTable(checker, node)
  return (
    isBinaryExpression(node) &&
    node.operatorToken.kind === SyntaxKind.InKeyword &&
    isAnyText(checker, node.left)
  )
}

/** A text that is not one of a few literals. */
function isAnyText(checker: Checker, key: Expression): boolean {
  const type = checker.getTypeAtLocation(key)
  return type !== undefined && checker.typeToString(type) === 'string'
}

/** An object with an index signature; for others the type checker refuses any text. */
function isTable(checker: Checker, { expression }: ElementAccessExpression): boolean {
  const type = checker.getTypeAtLocation(expression)
  const some = type && checker.getNonNullableType(type)
  if (!some) return false
  return checker.getIndexInfosOfType(some).some(({ keyType }) => checker.typeToString(keyType) === 'string')
}

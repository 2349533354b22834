import type { FindNames } from '#kit/server/auditNames.ts'
import type { Export } from './exportOf.ts'

export function exportNames(exports: readonly Pick<Export, 'list' | 'title'>[]): FindNames {
  const names = new Map(exports.map(({ list, title }) => [list, { about: title, ref: null }]))
  return async () => names
}

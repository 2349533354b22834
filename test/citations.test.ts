import { describe, expect, it } from 'vitest'
import { anchorsIn, findBrokenCitations, citationsIn, findUnnamedDocuments } from './tidy/citations.ts'

const folders = ['src', 'simulators', 'test', 'tools', 'bench', 'db'] as const

describe('documents that the code cites', () => {
  it('exist in the repository with the cited heading', () => {
    expect(findBrokenCitations(citationsIn(...folders))).toEqual([])
  })

  it('are named: no section, ruling or issue without its document', () => {
    expect(findUnnamedDocuments(...folders)).toEqual([])
  })

  it('that do not exist are reported', () => {
    const where = 'src/a.ts:1'
    expect(findBrokenCitations([{ where, document: 'docs/spec.md', anchor: 'r14' }])).toEqual([])
    expect(findBrokenCitations([{ where, document: 'docs/spec.md', anchor: 'r99' }])).toHaveLength(1)
    expect(findBrokenCitations([{ where, document: 'docs/elsewhere', anchor: null }])).toHaveLength(1)
  })

  it('have headings with the same anchors as in links', () => {
    expect([...anchorsIn('# R1\n## 2 Rules\n## Conciliação\n## Bytes: `npm run x:y`\n## 2 Rules')]).toEqual([
      'r1', '2-rules', 'conciliação', 'bytes-npm-run-xy', '2-rules-1',
    ]) // prettier-ignore
  })
})

import { describe, expect, it } from 'vitest'
import { anchorsIn, findBrokenCitations, citationsIn, findUnnamedDocuments } from './tidy/citations.ts'

const folders = ['src', 'simulators', 'test', 'tools', 'bench', 'db'] as const

describe('what the code cites', () => {
  it('is a document of the repository, and a heading in it', () => {
    expect(findBrokenCitations(citationsIn(...folders))).toEqual([])
  })

  it('is named: no section, ruling or issue of somewhere else', () => {
    expect(findUnnamedDocuments(...folders)).toEqual([])
  })

  it('would be found if it were not there', () => {
    const where = 'src/a.ts:1'
    expect(findBrokenCitations([{ where, document: 'docs/spec.md', anchor: 'r14' }])).toEqual([])
    expect(findBrokenCitations([{ where, document: 'docs/spec.md', anchor: 'r99' }])).toHaveLength(1)
    expect(findBrokenCitations([{ where, document: 'docs/elsewhere', anchor: null }])).toHaveLength(1)
  })

  it('reads headings as they are linked', () => {
    expect([...anchorsIn('# R1\n## 2 Rules\n## Conciliação\n## Bytes: `npm run x:y`\n## 2 Rules')]).toEqual([
      'r1', '2-rules', 'conciliação', 'bytes-npm-run-xy', '2-rules-1',
    ]) // prettier-ignore
  })
})

import { describe, expect, it } from 'vitest'
import { isTest, sourcesIn } from './tidy/sources.ts'

/** Words of the business, which a generic library would not have. */
const parking =
  /\b\w*(ticket|parking|\blot\b|\blots\b|tariff|reserv|plate\b|\bgate\b|acquirer|payment|vehicle|estacionamento|vaga|placa|cancela\b)\w*\b/i

/** An icon is named after its picture. */
const pictures = 'src/kit/web/Icon.tsx'

const kit = sourcesIn('src/kit').filter((file) => !isTest(file) && file.path !== pictures)

describe('kit', () => {
  it('names nothing of parking', () => {
    const found = kit.flatMap(({ path, code }) =>
      code.flatMap((line, at) => {
        const word = parking.exec(line)?.[0]
        return word === undefined
          ? []
          : [`${path}:${at + 1} says ${word} -> counter, or the noun it speaks of`]
      }),
    )
    expect(found).toEqual([])
  })
})

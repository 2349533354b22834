import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { contracts } from '#app/modules.ts'
import type { Endpoint } from '#kit/endpoint.ts'
import { email, optionalText, printable, requiredText, text } from '#kit/fields.ts'
import { unprintableTexts } from './tidy/texts.ts'

/** Schemas that accept any text, and why. */
const takesAnything: ReadonlyMap<string, string> = new Map([
  ['pixWebhook', 'a bank writes it; only the names of charges are kept, by a pattern of their own'],
  ['pixWebhookWithoutSuffix', 'the same'],
  ['acquirerWebhook', 'another company writes it; its adapter reads what it needs and keeps nothing else'],
])

describe('texts in requests', () => {
  it('refuse NUL, control characters and halves of surrogate pairs in every contract', () => {
    const open = Object.entries<Endpoint>(contracts)
      .filter(([name]) => !takesAnything.has(name))
      .flatMap(([name, { params, query, body }]) =>
        Object.entries({ params, query, body }).flatMap(([part, schema]) =>
          schema ? unprintableTexts(schema, `${name} ${part}`) : [],
        ),
      )
    expect(open.map((place) => `${place} -> text() of kit/fields.ts, or an anchored pattern`)).toEqual([])
  })

  it('are found in every kind of schema', () => {
    const bare = z.string().check(z.minLength(1))
    const schema = z.object({
      a: bare,
      b: z.nullish(z.union([z.number(), bare])),
      c: z.array(
        z.pipe(
          z.optional(bare),
          z.transform((text) => text ?? ''),
        ),
      ),
      d: z.record(bare, z._default(bare, '')),
      e: z.unknown(),
      f: z.lazy(() => bare),
      g: z.string().check(z.regex(/^\d+/)),
      h: z.string().check(z.regex(/^[^x]+$/)),
      fine: z.string().check(z.trim(), printable),
      digits: z.string().check(z.regex(/^\d{13}$/)),
      at: z.iso.datetime({ offset: true }),
      one: z.enum(['a', 'b']),
      count: z.coerce.number(),
    })
    expect(unprintableTexts(schema, 'body')).toEqual(
      ['a', 'b', 'c[]', 'd{key}', 'd{}', 'e', 'f', 'g', 'h'].map((place) => `body.${place}`),
    )
  })

  it.each(['a\0b', '\u0001', 'a\nb', '\u007f', '\u0085', 'a\ud800', '\udc00a'])('%j is refused', (text) => {
    expect(z.safeParse(z.string().check(printable), text).success).toBe(false)
  })

  it.each(['', 'São João 🚗', 'عربي', 'a b'])('%j is accepted', (text) => {
    expect(z.safeParse(z.string().check(printable), text).success).toBe(true)
  })

  it.each([
    ['text', text(), 'Ana\u202e Lima\u200b', 'Ana Lima'],
    ['requiredText', requiredText(), '\u2066Ana\u2069 L\u00adima', 'Ana Lima'],
    ['optionalText', optionalText(), '\u3164Ana\u2028', 'Ana'],
    ['email', email, 'ana\u200d@exemplo.com', 'ana@exemplo.com'],
    ['requiredText', requiredText(), 'João 🚗', 'João 🚗'],
    ['requiredText', requiredText(), 'Ana\u{e0100} ❤\ufe0f', 'Ana ❤'],
  ] as const)('%s drops invisible and reversing characters', (_, schema, sent, kept) => {
    expect(z.parse<z.ZodMiniType>(schema, sent)).toBe(kept)
  })

  it.each(['\u200b\u2060', '\ufe0f\ufe0f', '\u180b', '\u17b4', '\u3164', '\u{e0100}', '\u2800'])(
    'a text of invisible characters only counts as empty: %j',
    (sent) => {
      expect(z.safeParse(requiredText(), sent).success).toBe(false)
    },
  )
})

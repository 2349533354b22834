import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeText } from './decodeText.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

it.each([
  ['UTF-8', Buffer.from('Saída São João €'), undefined, 'Saída São João €'],
  ['UTF-8 declared as Latin-1', Buffer.from('Saída'), 'application/json; charset=iso-8859-1', 'Saída'],
  ['UTF-8 with a mark', Buffer.from('\ufeffSaída'), 'application/json', 'Saída'],
  ['Latin-1', latin1('Saída São João'), 'application/json; charset=ISO-8859-1', 'Saída São João'],
  ['Latin-1, not declared', latin1('Saída'), 'application/json', 'Saída'],
  ['Latin-1 declared as UTF-8', latin1('Saída'), 'application/json; charset=utf-8', 'Saída'],
  ['Windows-1252', Buffer.from([0x93, 0x80, 0x94, 0x81]), 'text/plain', '“€”\u0081'],
  ['an unknown charset', latin1('Saída'), 'text/plain; charset=x-unknown', 'Saída'],
  ['CP850, which no browser knows', latin1('Saída'), 'text/plain; charset=cp850', 'Saída'],
  ['Shift JIS', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), 'text/plain;charset="shift_jis"', '日本'],
  ['bytes that are not of Shift JIS', latin1('Saída ÿ'), 'text/plain; charset=shift_jis', 'Saída ÿ'],
  ['UTF-16', Buffer.from('Saída', 'utf16le'), 'text/plain; charset=utf-16', 'Saída'],
  ['nothing', Buffer.alloc(0), null, ''],
])('%s', (_, content, type, text) => {
  expect(decodeText(content, type)).toBe(text)
})

it('no bytes are read as the replacement character, and ASCII stays', () => {
  const charset = fc.constantFrom('', '; charset=utf-8', '; charset=gbk', '; charset=utf-16le', '; charset=?')
  const bytes = fc.uint8Array().filter((content) => !Buffer.from(content).includes('\ufffd'))
  fc.assert(
    fc.property(bytes, charset, (content, declared) => {
      expect(decodeText(content, `application/json${declared}`)).not.toContain('\ufffd')
    }),
  )
})

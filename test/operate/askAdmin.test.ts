import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { askAdmin } from '../../tools/operate/askAdmin.ts'

it('an invalid value or password is prompted for again', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const typed = [
    'Alice',
    'alice',
    'alice@example.com.br',
    '111',
    '815.932.047-79',
    '41987654321',
    'curta',
    'uma senha bem longa',
    'uma senha bem lomga',
    'uma senha bem longa',
    'uma senha bem longa',
  ].values()
  let said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text)
    // A prompt ends in ': ' and is answered by the next line.
    if (String(text).endsWith(': ')) setImmediate(() => input.write(`${typed.next().value}\r`))
    return true
  })
  const asked = await askAdmin({}, input)
  vi.restoreAllMocks()
  expect(asked).toMatchObject({
    name: 'Alice',
    email: 'alice@example.com.br',
    password: 'uma senha bem longa',
  })
  expect(said).toMatch(/The two passwords differ\./)
  expect(said).toMatch(/12 caracteres/)
  expect(said).not.toContain('senha bem')
})

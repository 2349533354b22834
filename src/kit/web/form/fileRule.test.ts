import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fileSchema, fileSizeText } from './fileRule.ts'

const picture = fileSchema({
  accept: 'image/png,.txt',
  maxBytes: 2048,
  missing: 'Escolha a imagem.',
  wrong: 'Envie uma imagem PNG.',
})

it.each([
  ['a picture', new File(['x'], 'a.png', { type: 'image/png' }), undefined],
  ['an ending in capitals', new File(['x'], 'A.TXT'), undefined],
  ['nothing', null, 'Escolha a imagem.'],
  ['another kind', new File(['x'], 'a.pdf', { type: 'application/pdf' }), 'Envie uma imagem PNG.'],
  ['an empty file', new File([], 'a.txt'), 'O arquivo está vazio.'],
  ['too much', new File(['x'.repeat(2049)], 'a.txt'), 'O arquivo é grande demais: no máximo 2 KB.'],
])('%s', (_name, file, problem) => {
  expect(z.safeParse(picture, file).error?.issues[0]?.message).toBe(problem)
})

it.each([
  [1, '1 KB'],
  [98_000, '96 KB'],
  [200 * 1024, '200 KB'],
  [1_300_000, '1,2 MB'],
  [5 * 1024 * 1024, '5 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text)
})

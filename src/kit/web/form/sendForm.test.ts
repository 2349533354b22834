import { expect, it } from 'vitest'
import { formDataOf } from './sendForm.ts'

it('a form with files: booleans are 1 and 0, null is empty, undefined is omitted', () => {
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  const form = formDataOf({ name: 'a', size: 2, on: true, off: false, none: null, absent: undefined, file })
  expect([...form.keys()]).toEqual(['name', 'size', 'on', 'off', 'none', 'file'])
  expect(['name', 'size', 'on', 'off', 'none'].map((name) => form.get(name))).toEqual([
    'a',
    '2',
    '1',
    '0',
    '',
  ])
  expect(form.get('file')).toMatchObject({ name: 'logo.png', type: 'image/png' })
})

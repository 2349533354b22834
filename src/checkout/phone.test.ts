import { expect, it } from 'vitest'
import { formatPhone, whatsappUrl } from './phone.ts'

it('WhatsApp opens with the ticket in the message', () => {
  expect(whatsappUrl('5541999990000', '0001234567890')).toBe(
    'https://wa.me/5541999990000?text=Preciso%20de%20ajuda%20com%20o%20ticket%200001234567890.',
  )
  expect(formatPhone('5541999990000')).toBe('(41) 99999-0000')
})

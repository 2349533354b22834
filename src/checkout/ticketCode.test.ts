import { expect, it } from 'vitest'
import { extractTicketCode, ticketCode, ticketCodeText } from './ticketCode.ts'

const code = '0001234567890'
const link = `https://guiche.example/#/ticket/value?ticket=${code}`

it.each([
  code,
  ` ${code}\n`,
  '0001 2345 67890',
  '000.123.456-7890',
  '000–1234567–890',
  `\u200e${code}\u200b`,
  '000\u00ad123\u20604567890',
  '０００１２３４５６７８９０',
  `Ticket: ${code}`,
  `Ticket nº 2: ${code}.`,
  `#${code}`,
  `Ticket #${code}`,
  `Ticket # ${code}`,
  `${code} ${code}`,
  `${code}, ${code}`,
  `https://other.example/?fbclid=1234567890123&Ticket=${code}`,
  `(${code})`,
  `${code})`,
  `${code}?fbclid=IwAR0123456789012`,
  link,
  `${link})`,
  `${link}&fbclid=IwAR0123456789012`,
  `${link}?fbclid=IwAR0123456789012`,
  `${link}%20`,
  `Meu ticket: ${link}.`,
])('%j is the ticket %s', (typed) => {
  expect(extractTicketCode(typed)).toBe(code)
  expect(ticketCode.parse(typed)).toBe(code)
})

it.each([
  '123456789012',
  '00012345678901',
  `${code} 1`,
  `${code} e 9359082793122`,
  `${code} 9359082793122`,
  'ticket',
  '-',
])('%j is no ticket, and not empty', (typed) => {
  expect(ticketCode.safeParse(typed).error?.issues[0]?.message).toBe(ticketCodeText)
})

it.each(['', ' '])('%j is empty', (typed) => {
  expect(ticketCode.safeParse(typed).error?.issues[0]?.message).toBe('Campo obrigatório.')
})

it.each([']C0', ']C1', ']A0', ']E0', ']E4', ']F0', ']I0', ']I1', ']Q1', ']Q3', ']d2', ']e0', ']L2'])(
  'a scanner’s %s before the number is no part of it',
  (identifier) => expect(ticketCode.parse(identifier + code)).toBe(code),
)

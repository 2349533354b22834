import { expect, it } from 'vitest'
import { partnerNews } from './partnerNews.ts'

const price = { text: 'Primeiras 2 h', value: 7, valueHuman: '7,00' }
const off = { text: 'Convênio Livraria Sol (2 h)', value: -6, valueHuman: '-6,00' }
const half = { text: 'Convênio Café (50 %)', value: -0.5, valueHuman: '-0,50' }

const ticket = (valueHuman: string, ...lines: (typeof price)[]) => ({ valueHuman, breakdown: lines })

it.each([
  ['given', ticket('7,00', price), ticket('1,00', price, off), 'Convênio aplicado: agora R$\u00a01,00'],
  [
    'a second one',
    ticket('1,00', price, off),
    ticket('0,50', price, off, half),
    'Convênio aplicado: agora R$\u00a00,50',
  ],
  [
    'undone',
    ticket('1,00', price, off),
    ticket('7,00', price),
    'O convênio foi desfeito: agora R$\u00a07,00',
  ],
  ['the price alone', ticket('1,00', price, off), ticket('2,00', price, off), ''],
])('%s', (_, before, now, text) => {
  expect(partnerNews(before, now)).toBe(text)
})

import { expect, it } from 'vitest'
import { paymentType } from '../contract.ts'
import { terms, termsOf } from './captureTerms.ts'
import { chooseText, methodNames, methodOf, methods, offeredMethods } from './method.ts'

it('a wire number means one method, and unknown numbers are rejected', () => {
  expect(methodNames.map((name) => methodOf(methods[name].wire))).toEqual(methodNames)
  for (const { wire } of Object.values(methods)) expect(paymentType.parse(wire)).toBe(wire)
  expect(paymentType.safeParse(99).error?.issues[0]?.message).toBe(chooseText)
  expect(() => methodOf(99)).toThrow('no method has the number 99')
  expect(chooseText).toBe('Escolha crédito, débito ou Pix.')
})

it('methods that an acquirer supports are offered in the order of the rows', () => {
  expect(offeredMethods([{ offers: ['debit'] }, { offers: ['credit'] }])).toEqual(['credit', 'debit'])
  expect(offeredMethods([{ offers: ['debit'] }])).toEqual(['debit'])
  expect(offeredMethods([])).toEqual([])
})

it('a hold accepts only methods that can be held', () => {
  expect(termsOf({ destination: 2 })).toBe(terms.hold)
  expect(termsOf({ destination: 1 })).toBe(terms.capture)
  expect(terms.hold.methods).toEqual(['credit'])
  expect(terms.capture.methods).toEqual(methodNames)
})

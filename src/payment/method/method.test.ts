import { expect, it } from 'vitest'
import { paymentType } from '../contract.ts'
import { captureTerms, captureTermsOf } from './captureTerms.ts'
import { chooseMethodText, methodNames, methodByNumber, methods, offeredMethods } from './method.ts'

it('a wire number means one method, and unknown numbers are rejected', () => {
  expect(methodNames.map((name) => methodByNumber(methods[name].wire))).toEqual(methodNames)
  for (const { wire } of Object.values(methods)) expect(paymentType.parse(wire)).toBe(wire)
  expect(paymentType.safeParse(99).error?.issues[0]?.message).toBe(chooseMethodText)
  expect(() => methodByNumber(99)).toThrow('no method has the number 99')
  expect(chooseMethodText).toBe('Escolha crédito, débito ou Pix.')
})

it('methods that an acquirer supports are offered in the order of the rows', () => {
  expect(offeredMethods([{ offers: ['debit'] }, { offers: ['credit'] }])).toEqual(['credit', 'debit'])
  expect(offeredMethods([{ offers: ['debit'] }])).toEqual(['debit'])
  expect(offeredMethods([])).toEqual([])
})

it('a hold accepts only methods that can be held', () => {
  expect(captureTermsOf({ destination: 2 })).toBe(captureTerms.hold)
  expect(captureTermsOf({ destination: 1 })).toBe(captureTerms.capture)
  expect(captureTerms.hold.methods).toEqual(['credit'])
  expect(captureTerms.capture.methods).toEqual(methodNames)
})

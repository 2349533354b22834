import { describe, expect, it } from 'vitest'
import { countedCents, excessCents, splitAgain, splitRefund } from './paymentMoney.ts'

const money = {
  takenCents: 1000,
  returnedCents: 0,
  returningCents: 0,
  choiceCents: 0,
  chargedBackCents: 0,
}
const basis = { ...money, amountCents: 1000, overBackCents: 0 }

describe('what a payment of 10,00 still pays', () => {
  it.each([
    ['nothing is known', null, 1000],
    ['all of it', money, 1000],
    ['never more than was asked', { ...money, takenCents: 1400 }, 1000],
    ['less what went back', { ...money, returnedCents: 300 }, 700],
    ['less what is going back', { ...money, returnedCents: 300, returningCents: 200 }, 500],
    ['but for what was given by choice', { ...money, returnedCents: 300, choiceCents: 100 }, 800],
    ['less a chargeback', { ...money, chargedBackCents: 400 }, 600],
    ['less a chargeback beyond refunds', { ...money, returnedCents: 300, chargedBackCents: 400 }, 600],
    ['a refund above the chargeback', { ...money, returnedCents: 400, chargedBackCents: 300 }, 600],
    ['never below zero', { ...money, returnedCents: 900, returningCents: 900 }, 0],
  ])('%s: %j', (_, of, cents) => expect(countedCents(1000, of)).toBe(cents))
})

describe('what was taken beyond 10,00', () => {
  it.each([
    ['nothing', basis, 0],
    ['the rest', { ...basis, takenCents: 1400 }, 400],
    ['less what went back', { ...basis, takenCents: 1400, returnedCents: 100, returningCents: 50 }, 250],
    ['and what was over of the stay', { ...basis, takenCents: 1400, overBackCents: 200 }, 600],
    ['and what was given by choice', { ...basis, takenCents: 1400, choiceCents: 100 }, 500],
    ['never below zero', { ...basis, returnedCents: 100 }, 0],
    ['never more than was taken', { ...basis, overBackCents: 800, choiceCents: 800 }, 1000],
  ])('%s: %j', (_, of, cents) => expect(excessCents(of)).toBe(cents))
})

describe('the parts of a refund', () => {
  const exceeded = { ...basis, takenCents: 1400 }
  it.each([
    ['the excess first', exceeded, 300, 500, true, 0, 0],
    ['then what is over of the stay', exceeded, 700, 500, true, 300, 0],
    ['the rest by choice', exceeded, 1100, 500, true, 500, 200],
    ['nobody chooses but staff', exceeded, 1100, 500, false, 500, 0],
    ['nor while a chargeback counts', { ...exceeded, chargedBackCents: 1 }, 1100, 500, true, 500, 0],
    [
      'a chargeback that went back',
      { ...basis, returnedCents: 5, chargedBackCents: 5 },
      700,
      500,
      true,
      500,
      200,
    ],
  ])('%s: %j, %i', (_, of, cents, stayOverCents, isByStaff, overCents, choiceCents) =>
    expect(splitRefund(of, { cents, stayOverCents, isByStaff })).toEqual({ overCents, choiceCents }),
  )

  const former = { amountCents: 1000, overCents: 300, choiceCents: 200 }
  it.each([
    [1000, 300, 200],
    [1200, 300, 200],
    [900, 300, 100],
    [800, 300, 0],
    [700, 200, 0],
    [500, 0, 0],
    [100, 0, 0],
  ])('of 10,00 with 3,00 over and 2,00 by choice, if it is %i: %i and %i', (cents, overCents, choiceCents) =>
    expect(splitAgain(cents, former)).toEqual({ overCents, choiceCents }),
  )
})

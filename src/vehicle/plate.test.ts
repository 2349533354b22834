import { expect, it } from 'vitest'
import { normalisePlate, cleanPlate, platesOfCar } from './plate.ts'

it.each([
  ['ABC1234', 'ABC1234'],
  ['abc-1234', 'ABC1234'],
  [' abc 1d23 ', 'ABC1D23'],
  ['ABC1D23', 'ABC1D23'],
  ['ABC–1234', 'ABC1234'],
  ['ABC\u20111D23', 'ABC1D23'],
  ['ABC·1D23', 'ABC1D23'],
  ['Placa: (ABC/1D23)', 'ABC1D23'],
  ['ABC_1234', 'ABC1234'],
  ['ＡＢＣ１２３４', 'ABC1234'],
  ['\u200eABC1D23\u200b', 'ABC1D23'],
  ['ABC12D3', null],
  ['AB1234', null],
  ['ABCD123', null],
  ['ABC12345', null],
  ['ÁBC1234', null],
  ['', null],
])('%j is the plate %j', (text, plate) => {
  expect(normalisePlate(text)).toBe(plate)
})

it.each([
  ['ab.123-cd ', 'AB123CD'],
  ['QRS–4T56', 'QRS4T56'],
  [' - ', null],
])('a camera read %j: %j', (text, plate) => {
  expect(cleanPlate(text)).toBe(plate)
})

it.each([
  ['ABC1234', ['ABC1234', 'ABC1C34']],
  ['ABC1C34', ['ABC1C34', 'ABC1234']],
  ['ABC1K34', ['ABC1K34']],
  ['AB123CD', ['AB123CD']],
])('the car of %s carries %j', (plate, plates) => {
  expect(platesOfCar(plate)).toEqual(plates)
})

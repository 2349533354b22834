import { isPhone, nationalPhone, plainText, readExpiry } from '../../brazil.ts'
import type { MaskitoMask, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'

export type MaskRule = {
  readonly options: MaskitoOptions
  /** Characters that may be typed or pasted. */
  readonly accepts: RegExp
  readonly explains: string
  readonly inputMode: 'numeric' | 'tel' | 'text'
}

const onlyNumbers = 'Este campo aceita apenas números.'

/** '#' is a digit, 'A' a letter or digit. */
function pattern(text: string): Array<RegExp | string> {
  return [...text].map((char) => (char === '#' ? /\d/ : char === 'A' ? /[a-z\d]/i : char))
}

/** `isFilled` recognises a whole value set by autofill. */
function onPaste(clean: (text: string) => string, isFilled?: RegExp): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action !== 'validation' || !isFilled?.test(elementState.value))
      return { elementState, data: data.length > 1 ? clean(plainText(data)) : data.normalize('NFKC') }
    const value = clean(plainText(elementState.value))
    return { elementState: { value, selection: [value.length, value.length] }, data }
  }
}

const bare = onPaste((text) => text.replace(/[^a-z\d]/gi, ''), /[^\0-~]/)

function fixed(text: string): MaskRule {
  return {
    options: { mask: pattern(text), preprocessors: [bare] },
    accepts: /[\d\s().,/+-]/,
    explains: onlyNumbers,
    inputMode: 'numeric',
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

const shortPhone = pattern('(##) ####-####')
const longPhone = pattern('(##) #####-####')
const abroad = pattern('+55 (##) #####-####')
const phoneMask: MaskitoMask = ({ value }) => {
  if (value.startsWith('+')) return abroad
  return digitsOf(value).length > 10 ? longPhone : shortPhone
}

/** All but '(11) 9...' and what is typed of '+55 (11) 9...' before its tenth digit. */
const foreignPhone = /^(?!(\((?!0).*|\+(5(5( (\(.{0,12})?)?)?)?)?$)/

/** A country code typed without '+' shows at the twelfth digit, where the first eleven are no phone. */
const typedCountry: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState
  const whole = digitsOf(value) + digitsOf(data)
  const isTyped = action === 'insert' && data.length === 1 && selection[0] === value.length
  if (!isTyped || whole.length !== 12 || !whole.startsWith('55') || isPhone(value))
    return { elementState, data }
  return { elementState: { value: '', selection: [0, 0] }, data: whole.slice(2) }
}

const upper: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: elementState.value.toUpperCase() },
  data: data.toUpperCase(),
})

/** Pasted '2027-12-31' becomes a Brazilian date. */
const turned = onPaste((text) => digitsOf(text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3$2$1')))

/** '12/2030', '1/30' and '2030-12' as the digits of mm/aa; digits alone may have a century too. */
const expiry = onPaste((text) => {
  const digits = digitsOf(readExpiry(text) ?? text)
  return digits.replace(/^(20\d{2})(0[1-9]|1[0-2])$/, '$2$1').replace(/^(\d{2})20(\d{2})$/, '$1$2')
}, /^(?!\d{0,2}$|\d{2}\/\d{0,2}$)/)

/** '1/' is '01/'. */
const padded: MaskitoPreprocessor = ({ elementState, data }) => {
  const value = elementState.value.replace(/(^|\/)([1-9])$/, '$10$2')
  const isPadded = /^[/.\- ]$/.test(data) && elementState.selection[0] === elementState.value.length
  if (!isPadded || value === elementState.value) return { elementState, data }
  return { elementState: { value, selection: [value.length, value.length] }, data: '/' }
}

/** A month typed as 2 is 02. */
const leadingZero: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState,
  data: elementState.value === '' && /^[2-9]$/.test(data) ? `0${data}` : data,
})

export const masks = {
  phone: {
    ...fixed(''),
    options: { mask: phoneMask, preprocessors: [typedCountry, onPaste(nationalPhone, foreignPhone)] },
    inputMode: 'tel',
  },
  cpf: fixed('###.###.###-##'),
  cnpj: {
    options: { mask: pattern('AA.AAA.AAA/AAAA-##'), preprocessors: [upper, bare] },
    accepts: /[a-z\d\s./-]/i,
    explains: 'Este campo aceita apenas números e letras.',
    inputMode: 'text',
  },
  cep: fixed('#####-###'),
  date: { ...fixed(''), options: { mask: pattern('##/##/####'), preprocessors: [padded, turned] } },
  expiry: { ...fixed(''), options: { mask: pattern('##/##'), preprocessors: [padded, expiry, leadingZero] } },
  card: fixed('#### #### #### #### ###'),
  cvv: fixed('####'),
} as const satisfies Record<string, MaskRule>

export type MaskName = keyof typeof masks

export function acceptsText(rule: MaskRule, text: string): boolean {
  return [...text].every((char) => rule.accepts.test(char))
}

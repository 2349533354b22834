import { isPhone, nationalPhone, cleanText, normaliseExpiry } from '../../brazil.ts'
import type { MaskitoMask, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'

export type MaskRule = {
  readonly options: MaskitoOptions
  readonly accepts: RegExp
  readonly refusalText: string
  readonly inputMode: 'numeric' | 'tel' | 'text'
}

const onlyNumbersText = 'Só números'

function toMask(text: string): Array<RegExp | string> {
  return [...text].map((char) => (char === '#' ? /\d/ : char === 'A' ? /[a-z\d]/i : char))
}

/** `isFilled` recognises a whole value set by autofill. */
function cleanPasted(clean: (text: string) => string, isFilled?: RegExp): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action !== 'validation' || !isFilled?.test(elementState.value))
      return { elementState, data: data.length > 1 ? clean(cleanText(data)) : data.normalize('NFKC') }
    const value = clean(cleanText(elementState.value))
    return { elementState: { value, selection: [value.length, value.length] }, data }
  }
}

const stripPunctuation = cleanPasted((text) => text.replace(/[^a-z\d]/gi, ''), /[^\0-~]/)

function digitMask(text: string): MaskRule {
  return {
    options: { mask: toMask(text), preprocessors: [stripPunctuation] },
    accepts: /[\d\s().,/+\p{Pd}]/u,
    refusalText: onlyNumbersText,
    inputMode: 'numeric',
  }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

const landlineMask = toMask('(##) ####-####')
const mobileMask = toMask('(##) #####-####')
const countryCodeMask = toMask('+55 (##) #####-####')
const foreignMask = toMask(`+${'#'.repeat(15)}`)
const phoneMask: MaskitoMask = ({ value }) => {
  if (value.startsWith('+'))
    return '55'.startsWith(digitsOf(value).slice(0, 2)) ? countryCodeMask : foreignMask
  return digitsOf(value).length > 10 ? mobileMask : landlineMask
}

/** Matches any text but '(11) 9...', the beginning of '+55 (11) 9...' and a number of another country. */
const unmaskedPhone = /^(?!(\((?!0).*|\+(5(5( (\(.{0,12})?)?)?)?|\+(?!55)\d*)?$)/

/**
 * Drops a country code typed without '+': the twelfth digit is typed, and the first eleven are no phone
 * number.
 */
const dropCountryCode: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState
  const whole = digitsOf(value) + digitsOf(data)
  const isTyped = action === 'insert' && data.length === 1 && selection[0] === value.length
  if (!isTyped || whole.length !== 12 || !whole.startsWith('55') || isPhone(value))
    return { elementState, data }
  return { elementState: { value: '', selection: [0, 0] }, data: whole.slice(2) }
}

const upperCase: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: elementState.value.toUpperCase() },
  data: data.toUpperCase(),
})

const isoToBrazilianDate = cleanPasted((text) =>
  digitsOf(text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3$2$1')),
)

/** '12/2030', '1/30' and '2030-12' as the digits of mm/aa; digits alone may have a century too. */
const cleanExpiry = cleanPasted((text) => {
  const digits = digitsOf(normaliseExpiry(text) ?? text)
  return digits.replace(/^(20\d{2})(0[1-9]|1[0-2])$/, '$2$1').replace(/^(\d{2})20(\d{2})$/, '$1$2')
}, /^(?!\d{0,2}$|\d{2}\/\d{0,2}$|20\d{0,2}(\/\d?)?$)/)

const monthFirst = toMask('##/##')
const yearFirst = toMask('####/##')
const expiryMask: MaskitoMask = ({ value }) => (value.startsWith('20') ? yearFirst : monthFirst)

/** Typed key by key: '12/20' and a 3 is '12/3', for 2030; '02' and a 0 begins a year; '2030/1' and a 2 is '12/30'. */
const readExpiryKeys: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState
  const typed = action === 'insert' && /^\d$/.test(data) && selection[0] === value.length
  const put = (before: string, then: string) => ({
    elementState: { value: before, selection: [before.length, before.length] as const },
    data: then,
  })
  if (!typed) return { elementState, data }
  if (/^\d\d\/20$/.test(value)) return put(value.slice(0, 3), data)
  if (value === '02' && data === '0') return put('2', data)
  const whole = normaliseExpiry(value + data)
  return /^20\d\d\/\d$/.test(value) && whole !== null ? put('', digitsOf(whole)) : { elementState, data }
}

/** Completes '1/' to '01/'. */
const padWithZero: MaskitoPreprocessor = ({ elementState, data }) => {
  const value = elementState.value.replace(/(^|\/)([1-9])$/, '$10$2')
  const isPadded = /^[/.\- ]$/.test(data) && elementState.selection[0] === elementState.value.length
  if (!isPadded || value === elementState.value) return { elementState, data }
  return { elementState: { value, selection: [value.length, value.length] }, data: '/' }
}

/** A month typed as 2 is 02. */
const padMonth: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState,
  data: elementState.value === '' && /^[2-9]$/.test(data) ? `0${data}` : data,
})

export const masks = {
  phone: {
    ...digitMask(''),
    options: { mask: phoneMask, preprocessors: [dropCountryCode, cleanPasted(nationalPhone, unmaskedPhone)] },
    inputMode: 'tel',
  },
  cpf: digitMask('###.###.###-##'),
  cnpj: {
    options: { mask: toMask('AA.AAA.AAA/AAAA-##'), preprocessors: [upperCase, stripPunctuation] },
    accepts: /[a-z\d\s./\p{Pd}]/iu,
    refusalText: 'Só números e letras',
    inputMode: 'text',
  },
  cep: digitMask('#####-###'),
  date: {
    ...digitMask(''),
    options: { mask: toMask('##/##/####'), preprocessors: [padWithZero, isoToBrazilianDate] },
  },
  expiry: {
    ...digitMask(''),
    options: { mask: expiryMask, preprocessors: [padWithZero, readExpiryKeys, cleanExpiry, padMonth] },
  },
  card: digitMask('#### #### #### #### ###'),
  cvv: digitMask('####'),
} as const satisfies Record<string, MaskRule>

export type MaskName = keyof typeof masks

/** One of `masks`, or a rule of a screen's own. */
export type Mask = MaskName | MaskRule

export function maskAccepts(rule: MaskRule, text: string): boolean {
  return [...cleanText(text)].every((char) => rule.accepts.test(char))
}

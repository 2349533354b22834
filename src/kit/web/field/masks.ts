import type { MaskitoMask, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'

export type MaskRule = {
  readonly options: MaskitoOptions
  /** Characters that may be typed or pasted. */
  readonly accepts: RegExp
  readonly explains: string
  readonly inputMode: 'numeric' | 'tel' | 'text'
}

const onlyNumbers = 'Este campo aceita apenas números.'

/** Maskito mask: '#' is a digit, 'A' a letter or digit. */
export function pattern(text: string): Array<RegExp | string> {
  return [...text].map((char) => (char === '#' ? /\d/ : char === 'A' ? /[a-z\d]/i : char))
}

/** Cleans pasted text. `isFilled` recognises a whole value set by autofill. */
function onPaste(clean: (text: string) => string, isFilled?: RegExp): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action !== 'validation' || !isFilled?.test(elementState.value))
      return { elementState, data: data.length > 1 ? clean(data) : data }
    const value = clean(elementState.value)
    return { elementState: { value, selection: [value.length, value.length] }, data }
  }
}

const bare = onPaste((text) => text.replace(/[^a-z\d]/gi, ''))

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
const phoneMask: MaskitoMask = ({ value }) => (digitsOf(value).length > 10 ? longPhone : shortPhone)

/** Removes the country code and trunk zero: '+55 (11) 98765-4321', '011 98765-4321'. */
export function nationalPhone(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
}

const upper: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: elementState.value.toUpperCase() },
  data: data.toUpperCase(),
})

/** Pasted '2027-12-31' becomes a Brazilian date; an expiry '12/2027' loses its century. */
const turned = onPaste((text) => digitsOf(text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3$2$1')))
const shortYear = onPaste((text) => digitsOf(text).replace(/^(\d{2})20(\d{2})$/, '$1$2'), /.{6}/)

/** A month typed as 2 to 9 becomes 02 to 09. */
const leadingZero: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState,
  data: elementState.value === '' && /^[2-9]$/.test(data) ? `0${data}` : data,
})

export const masks = {
  phone: {
    ...fixed(''),
    // In a formatted value, 55 is an area code.
    options: { mask: phoneMask, preprocessors: [onPaste(nationalPhone, /^[^(]/)] },
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
  date: { ...fixed(''), options: { mask: pattern('##/##/####'), preprocessors: [turned] } },
  expiry: { ...fixed(''), options: { mask: pattern('##/##'), preprocessors: [shortYear, leadingZero] } },
  card: fixed('#### #### #### #### ###'),
  cvv: fixed('####'),
} as const satisfies Record<string, MaskRule>

export type MaskName = keyof typeof masks

export function acceptsText(rule: MaskRule, text: string): boolean {
  return [...text].every((char) => rule.accepts.test(char))
}

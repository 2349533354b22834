import type { MaskitoMask, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'

/** What a masked field accepts, how it is drawn, and what to say about anything else. */
export type MaskRule = {
  readonly options: MaskitoOptions
  /** Characters that may be typed or pasted, separators included. */
  readonly accepts: RegExp
  /** Said when something else is typed. */
  readonly explains: string
  readonly inputMode: 'numeric' | 'tel' | 'text'
}

const onlyNumbers = 'Este campo aceita apenas números.'

/** '(##) ####' -> a maskito mask; '#' is a digit, 'A' a letter or digit, anything else itself. */
export function pattern(text: string): Array<RegExp | string> {
  return [...text].map((char) => (char === '#' ? /\d/ : char === 'A' ? /[a-z\d]/i : char))
}

/**
 * Drops what a paste brings along; typing one character at a time is left alone. `isFilled`: a value that no mask has drawn,
 * which a browser or a password manager has put there whole.
 */
function onPaste(clean: (text: string) => string, isFilled?: RegExp): MaskitoPreprocessor {
  return ({ elementState, data }, action) => {
    if (action !== 'validation' || !isFilled?.test(elementState.value))
      return { elementState, data: data.length > 1 ? clean(data) : data }
    const value = clean(elementState.value)
    return { elementState: { value, selection: [value.length, value.length] }, data }
  }
}

/** Takes the separators off anything pasted, so that it fits with or without punctuation. */
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

/** '+55 (11) 98765-4321' and '011 98765-4321' lose the country code and the trunk zero. */
export function nationalPhone(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
}

const upper: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState: { ...elementState, value: elementState.value.toUpperCase() },
  data: data.toUpperCase(),
})

/** A date pasted as 2027-12-31 turns round; '12/2027' as an expiry loses its century. */
const turned = onPaste((text) => digitsOf(text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3$2$1')))
const shortYear = onPaste((text) => digitsOf(text).replace(/^(\d{2})20(\d{2})$/, '$1$2'), /.{6}/)

/** A month typed as 2 to 9 means 02 to 09. */
const leadingZero: MaskitoPreprocessor = ({ elementState, data }) => ({
  elementState,
  data: elementState.value === '' && /^[2-9]$/.test(data) ? `0${data}` : data,
})

export const masks = {
  phone: {
    ...fixed(''),
    // What is drawn already begins with a bracket: its 55 is an area's.
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

/** True when every character of the text may stand in the field. */
export function acceptsText(rule: MaskRule, text: string): boolean {
  return [...text].every((char) => rule.accepts.test(char))
}

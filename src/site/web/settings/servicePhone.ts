import { normaliseOperatorPhone, onlyDigits } from '#kit/brazil.ts'
import { masks, type MaskRule } from '#kit/web/field/masks.ts'

/** 0800 and its like have no area code, nor has 4004-1234; a first digit of 0 may become one. */
const serviceMasks = [
  { starts: /^0(?:$|[3589](?:$|0))/, mask: '#### ### ####' },
  { starts: /^[34]0/, mask: '####-####' },
] as const

function serviceMask(text: string): Array<RegExp | string> | undefined {
  const digits = onlyDigits(text)
  const found = serviceMasks.find(({ starts }) => starts.test(digits))
  return found && [...found.mask].map((char) => (char === '#' ? /\d/ : char))
}

const { mask: phoneMask, preprocessors } = masks.phone.options

/** `masks.phone`, and the numbers of `isOperatorPhone`. */
export const servicePhone: MaskRule = {
  ...masks.phone,
  options: {
    mask: (state) =>
      serviceMask(state.value) ?? (typeof phoneMask === 'function' ? phoneMask(state) : phoneMask),
    preprocessors: [
      (typed, action) => {
        const { elementState, data } = typed
        if (data.length > 1) return { elementState, data: normaliseOperatorPhone(data) }
        if (serviceMask(elementState.value + data)) return typed
        return preprocessors.reduce((read, preprocess) => {
          const { elementState: state, data: rest = read.data } = preprocess(read, action)
          return { elementState: state, data: rest }
        }, typed)
      },
    ],
  },
}

import { foldForSearch, onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { lookUpCep } from '../../contract.ts'
import type { AddressEntry } from '../useAddressForm.ts'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#kit/web/call/call.ts'
import { useLoadOnReturn } from '#kit/web/call/useLoadOnReturn.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { selectFilledText } from '#kit/web/form/fields.tsx'

type CepValues = Pick<AddressEntry, 'street' | 'neighborhood' | 'gl_city_id'>

const cepFieldNames = ['street', 'neighborhood', 'gl_city_id'] as const

export const emptyValues: CepValues = { street: '', neighborhood: '', gl_city_id: '' }

export function unchangedFields(now: CepValues, ours: CepValues) {
  return cepFieldNames.filter((name) => ours[name] !== '' && now[name] === ours[name])
}

export function fillableFields(now: CepValues, ours: CepValues) {
  return cepFieldNames.filter((name) => now[name] === '' || now[name] === ours[name])
}

type LookUpOutcome = {
  found: CepValues
  filled: readonly (keyof CepValues)[]
  now: CepValues
  changed: boolean
}

export function lookUpText({ found, filled, now, changed }: LookUpOutcome): string {
  if (cepFieldNames.every((name) => found[name] === '')) return cepTexts.failed
  if (changed && cepFieldNames.some((name) => areDifferent(found[name], now[name]))) return cepTexts.other
  return filledText(filled)
}

/** 'Rua XV' and 'Rua XV de Novembro' are one street. */
function areDifferent(found: string, current: string): boolean {
  const [one, other] = [foldForSearch(found), foldForSearch(current)]
  return one !== '' && other !== '' && !one.includes(other) && !other.includes(one)
}

export const cepTexts = {
  searching: 'Buscando o endereço deste CEP...',
  unknown: 'Não encontramos este CEP. Confira os números ou preencha os campos abaixo.',
  failed: 'Não foi possível buscar o CEP agora. Preencha os campos abaixo.',
  other: 'Este CEP é de outro endereço. Confira os campos.',
  nothing: 'CEP encontrado. Mantivemos o que você digitou.',
} as const

const fieldTexts = { street: 'o endereço', neighborhood: 'o bairro', gl_city_id: 'a cidade' } as const

/** 'Preenchemos o endereço e a cidade pelo CEP. Confira.' */
export function filledText(filled: readonly (keyof typeof fieldTexts)[]): string {
  if (filled.length === 0) return cepTexts.nothing
  const words = filled.map((name) => fieldTexts[name])
  const last = words[words.length - 1]
  const list = words.length === 1 ? last : `${words.slice(0, -1).join(', ')} e ${last}`
  return `Preenchemos ${list} pelo CEP. Confira.`
}

type Found = NonNullable<ReplyOf<typeof lookUpCep>['data']>

/** docs/spec.md#times */
const lookUpTimeoutMs = 1_500

/** Fills the fields that the person did not edit. Returns the text beside the CEP. */
export function useCepLookUp(form: UseFormReturn<AddressEntry>): string {
  const [note, setNote] = useState('')
  const [loadCount, setLoadCount] = useState(0)
  useLoadOnReturn(note === cepTexts.failed, () => setLoadCount((count) => count + 1))
  const lastCep = useRef('')
  const fields = useCepFields(form)
  const cep = onlyDigits(form.watch('postalcode'))
  useEffect(() => {
    if (cep.length !== 8) return setNote('')
    const changed = lastCep.current !== '' && lastCep.current !== cep
    lastCep.current = cep
    if (changed) fields.clearFilled()
    else if (!fields.hasFillable()) return setNote('')
    const stop = new AbortController()
    let left = false
    const patience = setTimeout(() => stop.abort(), lookUpTimeoutMs)
    setNote(cepTexts.searching)
    call(lookUpCep, { params: { cep }, signal: stop.signal })
      .then(({ data }) => setNote(data ? fields.fill(data, changed) : cepTexts.unknown))
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        if (!left) setNote(cepTexts.failed)
      })
      .finally(() => clearTimeout(patience))
    return () => {
      left = true
      stop.abort()
    }
  }, [cep, fields, loadCount])
  return note
}

function useCepFields({ getValues, setValue }: UseFormReturn<AddressEntry>) {
  const [filling] = useState(() => {
    let filledByCep = emptyValues
    return {
      hasFillable: () => fillableFields(getValues(), filledByCep).length > 0,
      clearFilled() {
        const stale = unchangedFields(getValues(), filledByCep)
        for (const name of stale) setValue(name, '')
        if (stale.includes('gl_city_id')) setValue('cityText', '')
        filledByCep = emptyValues
      },
      fill(data: Found, changed: boolean): string {
        const { street, neighborhood, city } = data
        const found = { street, neighborhood, gl_city_id: city ? String(city.id) : '' }
        const filled = fillableFields(getValues(), filledByCep).filter(
          (name) => found[name] !== '' && !(name === 'gl_city_id' && isTypingCity()),
        )
        for (const name of filled) setValue(name, found[name], { shouldValidate: true })
        selectFilledText(filled)
        if (filled.includes('gl_city_id')) setValue('cityText', city?.text ?? '')
        filledByCep = { ...filledByCep, ...Object.fromEntries(filled.map((name) => [name, found[name]])) }
        return lookUpText({ found, filled, now: getValues(), changed })
      },
    }
  })
  return filling
}

/** A half-typed city is not in the form's values. */
function isTypingCity(): boolean {
  const at = document.activeElement
  return at instanceof HTMLInputElement && at.name === 'city' && at.value !== ''
}

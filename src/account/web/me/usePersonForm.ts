import { lookUp } from '#kit/text/lookUp.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go } from '#kit/web/route/routes.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { type editPerson, updatePerson } from '../../me/contract.ts'
import { addressForm, withTypedCity } from '../city/addressForm.ts'
import type { AddressEntry } from '../useAddressForm.ts'

export type PersonAddress = ReplyOf<typeof editPerson>['entity']

const doneMs = 4_000

/** docs/spec.md#own-data */
export function usePersonForm(person: PersonAddress) {
  const form = useForm<AddressEntry>({ schema: addressForm, defaultValues: valuesOf(person) })
  const save = useOneAtATime(async (typed: AddressEntry) => {
    const entry = await whileLoading(withTypedCity(typed))
    try {
      await whileLoading(call(updatePerson, { body: bodyOf(entry) }))
    } catch (failure) {
      throw failure instanceof CallFailure ? withFormFieldNames(failure) : failure
    }
    notify('Endereço alterado com sucesso!', 'success', doneMs)
    go('user.editmenu')
  })
  return { form, save }
}

function valuesOf(person: PersonAddress): AddressEntry {
  const city = person.gl_city_id
  return {
    postalcode: maskText('cep', person.address_postalcode),
    street: person.address_street,
    streetNumber: person.address_number,
    complement: person.address_complement,
    neighborhood: person.address_neighborhood,
    gl_city_id: city ? String(city.id) : '',
    cityText: city?.text ?? '',
  }
}

function bodyOf(entry: AddressEntry) {
  return {
    address_postalcode: entry.postalcode,
    address_street: entry.street,
    address_number: entry.streetNumber,
    address_complement: entry.complement,
    address_neighborhood: entry.neighborhood,
    gl_city_id: entry.gl_city_id,
  }
}

const ownNames: Readonly<Record<string, keyof AddressEntry>> = {
  address_postalcode: 'postalcode',
  address_street: 'street',
  address_number: 'streetNumber',
  address_complement: 'complement',
  address_neighborhood: 'neighborhood',
}

function withFormFieldNames(failure: CallFailure): CallFailure {
  const errors = Object.fromEntries(
    Object.entries(failure.errors).map(([name, texts]) => [lookUp(ownNames, name) ?? name, texts]),
  )
  return new CallFailure({
    status: failure.status,
    code: failure.code,
    message: failure.message,
    errors,
    data: failure.data,
    retryAfterSeconds: failure.retryAfterSeconds,
    cause: failure,
  })
}

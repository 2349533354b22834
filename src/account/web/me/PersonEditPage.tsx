import type { ReplyOf } from '#kit/endpoint.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { addressLines, editPerson, updatePerson, wireAddress } from '../../me/contract.ts'
import { AddressFields } from '../AddressFields.tsx'
import { addressSchema, resolveTypedCity } from '../city/addressForm.ts'
import { useCepLookUp } from '../city/useCepLookUp.ts'
import type { AddressEntry } from '../useAddressForm.ts'
import { goToEditMenu, ProfileForm } from './ProfileForm.tsx'

export default function PersonEditPage() {
  const person = useCall(editPerson)
  return (
    <Page title="Alterar meu endereço" onBackClick={goToEditMenu}>
      <LoadView load={person} failed="Não foi possível carregar seu endereço">
        {({ entity }) => <AddressEditForm person={entity} />}
      </LoadView>
    </Page>
  )
}

type PersonAddress = ReplyOf<typeof editPerson>['entity']

function AddressEditForm({ person }: { person: PersonAddress }) {
  const form = useForm<AddressEntry>({ schema: addressSchema, defaultValues: entryOf(person) })
  return (
    <ProfileForm form={form} save={save} entity={person}>
      <Panel>
        <AddressFields cepNote={useCepLookUp(form)} />
      </Panel>
    </ProfileForm>
  )
}

async function save(typed: AddressEntry): Promise<string> {
  const entry = await resolveTypedCity(typed)
  try {
    await call(updatePerson, { body: { ...wireAddress(entry), gl_city_id: entry.gl_city_id } })
  } catch (failure) {
    throw failure instanceof CallFailure ? withFormFieldNames(failure) : failure
  }
  return 'Endereço alterado com sucesso!'
}

function entryOf({ gl_city_id: city, ...person }: PersonAddress): AddressEntry {
  return {
    ...addressLines(person),
    postalcode: maskText('cep', person.address_postalcode),
    gl_city_id: city ? String(city.id) : '',
    cityText: city?.text ?? '',
  }
}

const formFieldNames: Readonly<Record<string, keyof AddressEntry>> = {
  address_postalcode: 'postalcode',
  address_street: 'street',
  address_number: 'streetNumber',
  address_complement: 'complement',
  address_neighborhood: 'neighborhood',
}

function withFormFieldNames(failure: CallFailure): CallFailure {
  const errors = Object.fromEntries(
    Object.entries(failure.errors).map(([name, texts]) => [lookUp(formFieldNames, name) ?? name, texts]),
  )
  return new CallFailure({ ...failure, message: failure.message, errors, cause: failure })
}

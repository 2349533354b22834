import { LoadView } from '#kit/web/call/LoadView.tsx'
import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { AddressFields } from '../AddressFields.tsx'
import { useCepLookUp } from '../city/useCepLookUp.ts'
import { editPerson, updatePerson } from '../../me/contract.ts'
import { lookUp } from '#kit/text/lookUp.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { addressForm, withTypedCity } from '../city/addressForm.ts'
import type { AddressEntry } from '../useAddressForm.ts'

const back = () => go('user.editmenu')

export default function PersonEditPage() {
  const person = useCall(editPerson)
  return (
    <Page title="Alterar meu endereço" onBackClick={back}>
      <LoadView load={person} failed="Não foi possível carregar seu endereço">
        {({ entity }) => <Edit person={entity} />}
      </LoadView>
    </Page>
  )
}

function Edit({ person }: { person: PersonAddress }) {
  const { form, save } = usePersonForm(person)
  const cepNote = useCepLookUp(form)
  return (
    <>
      <Form form={form} onSubmit={save} leads>
        <Panel>
          <AddressFields cepNote={cepNote} />
        </Panel>
        <Actions>
          <Button>SALVAR</Button>
        </Actions>
      </Form>
      <AdditionalInfo entity={person} />
    </>
  )
}

type PersonAddress = ReplyOf<typeof editPerson>['entity']

const doneMs = 4_000

/** docs/spec.md#own-data */
function usePersonForm(person: PersonAddress) {
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
  return new CallFailure({ ...failure, message: failure.message, errors, cause: failure })
}

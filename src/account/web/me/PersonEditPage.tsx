import { LoadView } from '#kit/web/call/LoadView.tsx'
import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { AddressFields } from '../AddressFields.tsx'
import { useCepLookUp } from '../city/useCepLookUp.ts'
import { editPerson } from '../../me/contract.ts'
import { usePersonForm, type PersonAddress } from './usePersonForm.ts'

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

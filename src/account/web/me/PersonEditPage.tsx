import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { AddressFields } from '../AddressFields.tsx'
import { useCepLookUp } from '../city/useCepLookUp.ts'
import { editPerson } from '../../me/contract.ts'
import { usePersonForm, type PersonAddress } from './usePersonForm.ts'

const back = () => go('user.editmenu')

export default function PersonEditPage() {
  const { view, reload } = useCall(editPerson)
  return (
    <Page title="Alterar meu endereço" onBackClick={back}>
      {view.state === 'loading' && <Skeleton lines={8} label="Buscando dados, aguarde..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar seu endereço" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && <Edit person={view.value.entity} />}
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

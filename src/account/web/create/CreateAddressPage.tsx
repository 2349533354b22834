import { Button } from '#kit/web/Button.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { clearDrafts } from '#kit/web/state/draft.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { useOfflineReason } from '#kit/web/notice/useOfflineReason.ts'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { AddressFields } from '../AddressFields.tsx'
import { useAddressForm, type AddressEntry } from '../useAddressForm.ts'
import { useCepLookUp } from '../city/useCepLookUp.ts'
import { createAccount } from './createAccount.ts'
import { useRedirectSignedIn } from './useRedirectSignedIn.ts'

const createdMs = 4_000

/** docs/spec.md#new-account-address */
export default function CreateAddressPage() {
  useRedirectSignedIn()
  const { form, save } = useAddressForm()
  const cepNote = useCepLookUp(form)
  const offline = useOfflineReason()
  const create = async (entry: AddressEntry) => {
    await save(entry)
    if (!(await createAccount())) return replaceWith('account.create')
    clearDrafts()
    replaceWith('user.menu')
    notify('Conta criada com sucesso!', 'success', createdMs)
  }
  return (
    <Page title="Criar conta">
      <Form form={form} onSubmit={create} enterMovesOn>
        <Panel title="Seu endereço">
          <AddressFields cepNote={cepNote} />
        </Panel>
        <p className="small">
          Ao clicar em “CRIAR CONTA”, você concorda com os{' '}
          <RouteLink to="terms.privacyPolicy" query={{ backTo: 'account.address' }}>
            Termos de Uso e a Política de Privacidade
          </RouteLink>
          .
        </p>
        <Actions>
          <HumanCheckStatus />
          <Button disabledReason={offline}>CRIAR CONTA</Button>
        </Actions>
      </Form>
      <Button variant="quiet" onClick={() => go('account.create')}>
        Voltar
      </Button>
    </Page>
  )
}

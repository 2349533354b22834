import { Button } from '#kit/web/Button.tsx'
import { HumanLine } from '#session/web/human/HumanLine.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { leave } from '#session/web/leave.ts'
import { useAccountForm } from '../useAccountForm.ts'
import { NewPassword, EmailAgain, NameAndEmail, PhoneAndCpf } from './PayerFields.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { useLeaveSignedIn } from './useLeaveSignedIn.ts'

/** docs/spec.md#new-account-data */
export default function CreateDataPage() {
  useLeaveSignedIn()
  const { form, save } = useAccountForm({
    draft: 'newAccount',
    wanted: true,
    onSaved: () => go('account.address'),
  })
  return (
    <Page title="Criar conta">
      <Form form={form} onSubmit={save} leads>
        <DuplicateWarning access={{ backTo: 'account.create' }} />
        <Panel title="Seus dados">
          <NameAndEmail emailHint="É com ele que você entra. Os recibos também vão para este e-mail." />
          <EmailAgain />
          <PhoneAndCpf />
          <NewPassword />
        </Panel>
        <Actions>
          <HumanLine />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button look="quiet" onClick={() => void leave()}>
        Voltar
      </Button>
    </Page>
  )
}

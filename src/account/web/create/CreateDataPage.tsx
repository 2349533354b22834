import { Button } from '#kit/web/Button.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { Form } from '#kit/web/form/Form.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { leaveToMenu } from '#session/web/leaveToMenu.ts'
import { useAccountForm } from '../useAccountForm.ts'
import { NewPasswordField, EmailRepeatField, NameAndEmailFields, PhoneAndCpfFields } from './PayerFields.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { useRedirectSignedIn } from './useRedirectSignedIn.ts'

/** docs/spec.md#new-account-data */
export default function CreateDataPage() {
  useRedirectSignedIn()
  const { form, save } = useAccountForm({
    isNewAccount: true,
    onSaved: () => go('account.address'),
  })
  return (
    <Page title="Criar conta">
      <Form form={form} onSubmit={save} enterMovesOn>
        <DuplicateWarning access={{ backTo: 'account.create' }} />
        <Panel title="Seus dados">
          <NameAndEmailFields emailHint="É com ele que você entra. Os recibos também vão para este e-mail." />
          <EmailRepeatField />
          <PhoneAndCpfFields />
          <NewPasswordField />
        </Panel>
        <Actions>
          <HumanCheckStatus />
          <Button>AVANÇAR</Button>
        </Actions>
      </Form>
      <Button variant="quiet" onClick={() => void leaveToMenu()}>
        Voltar
      </Button>
    </Page>
  )
}

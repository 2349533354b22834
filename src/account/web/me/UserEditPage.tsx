import { useCall } from '#kit/web/call/useCall.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useFormContext } from 'react-hook-form'
import { Button } from '#kit/web/Button.tsx'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { CheckField, EmailField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { Actions, Page, Panel } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useSession } from '#session/web/session.ts'
import { isStaff, staffPasswordMin } from '../../user.ts'
import { editUser, updateUser, userAccountEntry } from '../../me/contract.ts'
import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'

const back = () => go('user.editmenu')

export default function UserEditPage() {
  const user = useCall(editUser)
  return (
    <Page title="Alterar minha conta" onBackClick={back}>
      <LoadView load={user} failed="Não foi possível carregar seus dados">
        {({ entity }) => <Edit user={entity} />}
      </LoadView>
    </Page>
  )
}

function Edit({ user }: { user: UserAccount }) {
  const { form, save } = useUserForm(user)
  return (
    <>
      <Form form={form} onSubmit={save} leads>
        <Panel>
          <TextField name="name" label="Nome completo" autoComplete="name" autoCapitalize="words" required />
          <EmailField hint="Você entra com ele, e os recibos chegam nele." required />
          <MaskedTextField
            name="phone"
            mask="phone"
            label="Telefone"
            hint="Com DDD. Usado na verificação de segurança do pagamento."
            autoComplete="tel-national"
            required
          />
          <MaskedTextField name="cpfcnpj" mask="cpf" label="CPF" autoComplete="off" required />
        </Panel>
        <Panel>
          <CheckField name="changePassword" label="Quero alterar minha senha" />
          <Passwords user={user} />
        </Panel>
        <Actions>
          <Button>SALVAR</Button>
        </Actions>
      </Form>
      <AdditionalInfo entity={user} />
    </>
  )
}

function Passwords({ user }: { user: UserAccount }) {
  const entry = useFormContext<UserEntry>().watch()
  const wanted = entry.changePassword
  const isTeam = isStaff(useSession()?.user?.level ?? 100)
  if (!wanted && !isRenamed(user, entry)) return null
  return (
    <>
      <PasswordField
        name="password"
        label="Senha atual"
        hint={wanted ? undefined : 'Necessária para mudar o e-mail ou o CPF.'}
        autoComplete="current-password"
      />
      {wanted && (
        <PasswordField
          name="password_new"
          label="Nova senha"
          hint={`${isTeam ? staffPasswordMin : 6} caracteres ou mais. Você sai da conta nos outros aparelhos.`}
          autoComplete="new-password"
        />
      )}
    </>
  )
}

type UserAccount = ReplyOf<typeof editUser>['entity']

type UserEntry = ReturnType<typeof entryOf>

const doneMs = 4_000

/** docs/spec.md#own-data */
function useUserForm(user: UserAccount) {
  const form = useForm<UserEntry>({
    schema: userAccountEntry,
    defaultValues: { ...entryOf(user), changePassword: useRoute().query['changePassword'] === '1' },
  })
  const save = useOneAtATime(async (entry: UserEntry) => {
    const { changePassword } = entry
    const sent = { ...entry, cpfcnpj: onlyDigits(entry.cpfcnpj) }
    const password = changePassword || isRenamed(user, entry) ? entry.password : null
    const body = { ...sent, password, password_new: changePassword ? entry.password_new : null }
    await whileLoading(call(updateUser, { params: { id: user.id }, body }))
    loadSession().catch(ignoreCallFailure)
    const text = changePassword ? 'Senha alterada com sucesso!' : 'Dados alterados com sucesso!'
    notify(text, 'success', doneMs)
    go('user.editmenu')
  })
  return { form, save }
}

function isRenamed(user: UserAccount, { email, cpfcnpj }: UserEntry): boolean {
  return email.trim().toLowerCase() !== user.email || onlyDigits(cpfcnpj) !== user.cpfcnpj
}

function entryOf({ name, email, phone, cpfcnpj }: UserAccount) {
  const known = { name, email, phone: maskText('phone', phone), cpfcnpj: maskText('cpf', cpfcnpj) }
  return { ...known, changePassword: false, password: '', password_new: '' }
}

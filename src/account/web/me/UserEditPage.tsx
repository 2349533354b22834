import { useFormContext } from 'react-hook-form'
import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { CheckboxField } from '#kit/web/form/fields.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { PasswordField } from '#kit/web/form/PasswordField.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { useSession } from '#session/web/session.ts'
import { editUser, updateUser, userAccountEntry } from '../../me/contract.ts'
import { isStaff, staffPasswordMin } from '../../user.ts'
import { NameAndEmailFields, PhoneAndCpfFields } from '../create/PayerFields.tsx'
import { goToEditMenu, ProfileForm } from './ProfileForm.tsx'

export default function UserEditPage() {
  const user = useCall(editUser)
  return (
    <Page title="Alterar minha conta" onBackClick={goToEditMenu}>
      <LoadView load={user} failed="Não foi possível carregar seus dados">
        {({ entity }) => <AccountEditForm user={entity} />}
      </LoadView>
    </Page>
  )
}

type UserAccount = ReplyOf<typeof editUser>['entity']

type UserEntry = ReturnType<typeof entryOf>

function AccountEditForm({ user }: { user: UserAccount }) {
  const form = useForm<UserEntry>({
    schema: userAccountEntry,
    defaultValues: { ...entryOf(user), changePassword: useRoute().query['changePassword'] === '1' },
  })
  return (
    <ProfileForm form={form} save={(entry) => save(user, entry)} entity={user}>
      <Panel>
        <NameAndEmailFields emailHint="Você entra com ele, e os recibos chegam nele." />
        <PhoneAndCpfFields />
      </Panel>
      <Panel>
        <CheckboxField name="changePassword" label="Quero alterar minha senha" />
        <PasswordFields user={user} />
      </Panel>
    </ProfileForm>
  )
}

function PasswordFields({ user }: { user: UserAccount }) {
  const entry = useFormContext<UserEntry>().watch()
  const wanted = entry.changePassword
  const isTeam = isStaff(useSession()?.user?.level ?? 100)
  if (!wanted && !isIdentityChanged(user, entry)) return null
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

async function save(user: UserAccount, entry: UserEntry): Promise<string> {
  const { changePassword } = entry
  const body = {
    ...entry,
    cpfcnpj: onlyDigits(entry.cpfcnpj),
    password: changePassword || isIdentityChanged(user, entry) ? entry.password : null,
    password_new: changePassword ? entry.password_new : null,
  }
  await call(updateUser, { params: { id: user.id }, body })
  loadSession().catch(ignoreCallFailure)
  return changePassword ? 'Senha alterada com sucesso!' : 'Dados alterados com sucesso!'
}

function isIdentityChanged(user: UserAccount, { email, cpfcnpj }: UserEntry): boolean {
  return email.trim().toLowerCase() !== user.email || onlyDigits(cpfcnpj) !== user.cpfcnpj
}

function entryOf({ name, email, phone, cpfcnpj }: UserAccount) {
  const known = { name, email, phone: maskText('phone', phone), cpfcnpj: maskText('cpf', cpfcnpj) }
  return { ...known, changePassword: false, password: '', password_new: '' }
}

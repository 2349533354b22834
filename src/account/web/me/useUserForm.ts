import { onlyDigits } from '#kit/brazil.ts'
import type { ReplyOf } from '#kit/endpoint.ts'
import { call } from '#kit/web/call/call.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { loadSession } from '#session/web/loadSession.ts'
import { type editUser, updateUser, userAccountEntry } from '../../me/contract.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'

export type UserAccount = ReplyOf<typeof editUser>['entity']

export type UserEntry = ReturnType<typeof entryOf>

const doneMs = 4_000

/** docs/spec.md#own-data */
export function useUserForm(user: UserAccount) {
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

export function isRenamed(user: UserAccount, { email, cpfcnpj }: UserEntry): boolean {
  return email.trim().toLowerCase() !== user.email || onlyDigits(cpfcnpj) !== user.cpfcnpj
}

function entryOf({ name, email, phone, cpfcnpj }: UserAccount) {
  const known = { name, email, phone: maskText('phone', phone), cpfcnpj: maskText('cpf', cpfcnpj) }
  return { ...known, changePassword: false, password: '', password_new: '' }
}

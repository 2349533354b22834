import { useEffect } from 'react'
import { onlyDigits } from '#kit/brazil.ts'
import { call } from '#kit/web/call/call.ts'
import { ignoreCallFailure } from '#kit/web/failure.ts'
import { forgetRemembered, rememberPayer } from '#checkout/web/remembered.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { stillHere } from '#kit/web/route/routes.ts'
import { getAccount, setAccount } from '../contract.ts'
import { accountForm } from '../newAccount.ts'
import { clearDuplicates, isTaken, setDuplicates, useDuplicates } from './create/duplicates.ts'

const nothing = { name: '', email: '', phone: '', cpfcnpj: '', email_repeat: '', password: '' }

export type AccountEntry = typeof nothing & { shouldCreateAccount: boolean; remember: boolean }

type Setup = {
  draft: string
  wanted: boolean
  code?: string | undefined
  isNewPayer?: boolean
  onSaved: () => void
}

/** docs/spec.md#payer, prefilled from the draft, else the session. */
export function useAccountForm({ draft, wanted, code, isNewPayer = false, onSaved }: Setup) {
  const form = useForm<AccountEntry>({
    schema: accountForm,
    defaultValues: { ...nothing, shouldCreateAccount: wanted, remember: false },
    draft,
  })
  const { getValues, setValue, setFocus } = form
  const duplicates = useDuplicates()
  useEffect(() => {
    if (isNewPayer) return
    const stop = new AbortController()
    keptAccount(code, stop.signal)
      .then((kept) => {
        if (kept === null) return
        const free = names.filter((name) => getValues(name) === '' && !isTaken(name, kept[name], duplicates))
        for (const name of free) setValue(name, kept[name])
        selectFilledText(free)
      })
      .catch(ignoreCallFailure)
    return () => stop.abort()
  }, [code, isNewPayer, getValues, setValue, duplicates])
  useEffect(() => {
    const wiped = mayBeTaken.filter((name) => isTaken(name, getValues(name), duplicates))
    for (const name of wiped) setValue(name, '')
    const [first] = wiped
    if (first !== undefined) setFocus(first)
  }, [getValues, setValue, setFocus, duplicates])
  const save = async (entry: AccountEntry) => {
    const { email_repeat: _, password, remember, ...rest } = entry
    clearDuplicates()
    const isHere = stillHere()
    const body = {
      ...rest,
      cpfcnpj: onlyDigits(rest.cpfcnpj),
      password: rest.shouldCreateAccount ? password : null,
      ticket_code: code,
    }
    const { data } = await whileLoading(call(setAccount, { body }))
    if (setDuplicates(data, entry)) return
    if (remember && !rest.shouldCreateAccount) rememberPayer(entry)
    else if (!wanted) forgetRemembered()
    if (isHere()) onSaved()
  }
  return { form, save }
}

const names = ['name', 'email', 'phone', 'cpfcnpj'] as const
const mayBeTaken = ['email', 'email_repeat', 'cpfcnpj'] as const

async function keptAccount(code: string | undefined, signal: AbortSignal) {
  const { data } = await call(getAccount, { query: { ticket_code: code }, signal })
  return data && { ...data, phone: maskText('phone', data.phone), cpfcnpj: maskText('cpf', data.cpfcnpj) }
}

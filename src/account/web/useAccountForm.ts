import { useCallback, useEffect } from 'react'
import { onlyDigits } from '#kit/brazil.ts'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { forgetRemembered, rememberPayer } from '#checkout/web/rememberedPayer.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { selectFilledText } from '#kit/web/form/fields.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { watchForNavigation } from '#kit/web/route/routes.ts'
import { getAccount, setAccount } from '../contract.ts'
import { accountForm } from '../accountForm.ts'
import { writeAccountWish } from './create/accountWish.ts'
import { clearDuplicates, isDuplicate, setDuplicates, useDuplicates } from './create/duplicates.ts'

const emptyEntry = { name: '', email: '', phone: '', cpfcnpj: '', email_repeat: '', password: '' }

export type AccountEntry = typeof emptyEntry & { shouldCreateAccount: boolean; remember: boolean }

type AccountFormOptions = {
  isNewAccount: boolean
  code?: string | undefined
  isNewPayer?: boolean
  onSaved: () => void
}

/** docs/spec.md#payer. Empty fields are filled from the draft, else from the session. */
export function useAccountForm(options: AccountFormOptions) {
  const { isNewAccount, code, isNewPayer = false, onSaved } = options
  const form = useForm<AccountEntry>({
    schema: accountForm,
    defaultValues: { ...emptyEntry, shouldCreateAccount: isNewAccount, remember: false },
    draft: isNewAccount ? 'newAccount' : 'account',
  })
  const { getValues, setValue, setFocus } = form
  const duplicates = useDuplicates()
  const { view } = useLoad(
    useCallback(
      async (signal: AbortSignal) => (isNewPayer ? null : loadAccount(code, signal)),
      [code, isNewPayer],
    ),
  )
  const kept = view.state === 'ready' ? view.value : null
  useEffect(() => {
    if (kept === null) return
    const free = prefilledFields.filter(
      (name) => getValues(name) === '' && !isDuplicate(name, kept[name], duplicates),
    )
    for (const name of free) setValue(name, kept[name])
    selectFilledText(free)
  }, [kept, getValues, setValue, duplicates])
  useEffect(() => {
    const wiped = uniqueFields.filter((name) => isDuplicate(name, getValues(name), duplicates))
    for (const name of wiped) setValue(name, '')
    const [first] = wiped
    if (first !== undefined) setFocus(first)
  }, [getValues, setValue, setFocus, duplicates])
  const save = async (entry: AccountEntry) => {
    const { email_repeat: _, password, remember, ...rest } = entry
    clearDuplicates()
    const isHere = watchForNavigation()
    const body = {
      ...rest,
      cpfcnpj: onlyDigits(rest.cpfcnpj),
      password: rest.shouldCreateAccount ? password : null,
      ticket_code: code,
    }
    const { data } = await whileLoading(call(setAccount, { body }))
    if (setDuplicates(data, entry)) return
    if (!isNewAccount) writeAccountWish(rest.shouldCreateAccount ? code : undefined)
    if (remember && !rest.shouldCreateAccount) rememberPayer(entry)
    else if (!isNewAccount) forgetRemembered()
    if (isHere()) onSaved()
  }
  return { form, save }
}

const prefilledFields = ['name', 'email', 'phone', 'cpfcnpj'] as const
const uniqueFields = ['email', 'email_repeat', 'cpfcnpj'] as const

async function loadAccount(code: string | undefined, signal: AbortSignal) {
  const { data } = await call(getAccount, { query: { ticket_code: code }, signal })
  return data && { ...data, phone: maskText('phone', data.phone), cpfcnpj: maskText('cpf', data.cpfcnpj) }
}

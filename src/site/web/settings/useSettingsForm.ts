import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { CallFailure } from '#kit/web/failure.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { updateSettings, type WireSettings } from '../../settingsContract.ts'
import { settingsForm, type SettingsForm, toFeeEntries, toFeeRows } from './feeForm.ts'
import { servicePhone } from './servicePhone.ts'

const versioned = z.object({ version: z.string() })

/** The form of all settings. `changes` counts the fields that are not saved; the list of fees is one. */
export function useSettingsForm(loaded: WireSettings, onSaved: (saved: WireSettings) => void) {
  const seen = useRef(loaded.version)
  const [discarded, setDiscarded] = useState(0)
  const form = useForm<SettingsForm>({ schema: settingsForm, defaultValues: toFormValues(loaded) })
  const save = async (entry: SettingsForm) => {
    try {
      const body = { ...entry, fees: toFeeRows(entry.fees), seen_version: seen.current }
      const { entity, warnings = [] } = await whileLoading(call(updateSettings, { body }))
      seen.current = entity.version
      form.reset(toFormValues(entity))
      onSaved(entity)
      notify('Registro salvo.', 'success')
      for (const warning of warnings) notify(warning, 'warning')
    } catch (failure) {
      const stored = failure instanceof CallFailure ? z.safeParse(versioned, failure.data) : null
      if (stored?.success) seen.current = stored.data.version
      throw failure
    }
  }
  return {
    form,
    changes: Object.keys(form.formState.dirtyFields).length,
    save,
    /** Keys the fields: discarded rows of fees would register themselves once more. */
    discarded,
    discard: () => {
      form.reset()
      setDiscarded((times) => times + 1)
    },
  }
}

function toFormValues(settings: WireSettings): SettingsForm {
  const { id: _id, version: _version, updated_at: _updated, logoUrl: _logo, ...rest } = settings
  const { acquirers: _acquirers, reservesRunning: _running, ...entry } = rest
  return {
    ...entry,
    operatorCnpj: maskText('cnpj', entry.operatorCnpj),
    contactWhatsapp: maskText('phone', entry.contactWhatsapp),
    contactPhone: maskText(servicePhone, entry.contactPhone),
    fees: toFeeEntries(entry.fees),
  }
}

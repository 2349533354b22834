import { useCallback } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { AdditionalInfo } from '#kit/web/entity/AdditionalInfo.tsx'
import { SelectBox } from '#kit/web/field/SelectBox.tsx'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { isStaff } from '../../user.ts'
import { levelNames } from '#staff/level.ts'
import {
  changeUserLevel,
  type BackOfficeUser,
  endUserLogins,
  inviteUser,
  openUser,
  resetSecondFactor,
} from '../../backoffice.ts'
import { LotsText, UserLots } from './UserLots.tsx'
import { FileView } from '#staff/web/backoffice/FileView.tsx'
import css from '#staff/web/backoffice/Ops.module.css'
import { confirmAndRun, type Question } from '#staff/web/backoffice/confirmAndRun.ts'

export function UserFile({ id }: { id: string }) {
  const file = useLoad(useCallback((signal: AbortSignal) => call(openUser, { params: { id }, signal }), [id]))
  return (
    <FileView file={file} failed="Não foi possível carregar a pessoa">
      {(person) => (
        <>
          <div className={css.side}>
            <Panel title={person.name}>
              <Facts
                facts={[
                  { label: 'E-mail', value: person.email },
                  { label: 'Telefone', value: maskText('phone', person.phone) },
                  { label: 'CPF', value: person.tax_id },
                  { label: 'Nível', value: levelNames[person.level] ?? String(person.level) },
                  ...(isStaff(person.level)
                    ? [{ label: 'Estacionamentos', value: <LotsText {...person} /> }]
                    : []),
                  { label: 'Autenticador', value: person.second_factor ? 'Cadastrado' : 'Não cadastrado' },
                  { label: 'Acessos abertos', value: String(person.logins) },
                ]}
              />
              {isStaff(person.level) && (
                <a href={hrefTo('staff.audit', { query: { actor: `staff ${person.id}` } })}>
                  O que esta pessoa fez
                </a>
              )}
            </Panel>
            <AdditionalInfo entity={person} />
          </div>
          <div className={css.main}>
            {person.can.edit && <AdminActions person={person} onChanged={file.reload} />}
          </div>
        </>
      )}
    </FileView>
  )
}

function AdminActions({ person, onChanged }: { person: BackOfficeUser; onChanged: () => void }) {
  return (
    <Panel title="Administração">
      {person.can.level && <Level person={person} onChanged={onChanged} />}
      {person.can.level && isStaff(person.level) && person.level !== 1 && (
        <UserLots person={person} onChanged={onChanged} />
      )}
      {actionsOf(person).map(({ question, run, done }) => (
        <Button
          key={question.yes}
          look={question.danger ? 'danger' : 'plain'}
          onClick={() => void confirmAndRun(question, run, { done, onChanged })}
        >
          {question.title.replace('?', '')}
        </Button>
      ))}
    </Panel>
  )
}

type Action = { question: Question; run: () => Promise<unknown>; done: string }

function actionsOf({ id, level, second_factor }: BackOfficeUser): Action[] {
  const params = { id }
  const invite: Action = {
    question: {
      title: 'Enviar o convite de novo?',
      text: 'Os links anteriores deixam de valer.',
      yes: 'Enviar',
    },
    run: () => call(inviteUser, { params }),
    done: 'Convite enviado.',
  }
  const reset: Action = {
    question: {
      title: 'Remover o autenticador?',
      text: 'A pessoa sai de todos os acessos e cadastra outro ao entrar. Confirme antes que é ela quem pede.',
      yes: 'Remover',
      danger: true,
    },
    run: () => call(resetSecondFactor, { params }),
    done: 'Autenticador removido.',
  }
  const end: Action = {
    question: {
      title: 'Encerrar todos os acessos?',
      text: 'A pessoa entra de novo com a senha.',
      yes: 'Encerrar',
      danger: true,
    },
    run: () => call(endUserLogins, { params }),
    done: 'Acessos encerrados.',
  }
  return [...(isStaff(level) ? [invite] : []), ...(second_factor ? [reset] : []), end]
}

function Level({ person, onChanged }: { person: BackOfficeUser; onChanged: () => void }) {
  const change = (value: string) => {
    const level = asLevel(Number(value))
    if (level === null || level === person.level) return
    const text = `${person.name} passa de ${levelNames[person.level] ?? ''} a ${levelNames[level] ?? ''} a partir de agora.`
    void confirmAndRun(
      { title: 'Alterar o nível?', text, yes: 'Alterar', danger: level < person.level },
      () => call(changeUserLevel, { params: { id: person.id }, body: { level } }),
      { done: 'Nível alterado.', onChanged },
    )
  }
  return (
    <SelectBox
      label="Nível"
      value={String(person.level)}
      choices={Object.entries(levelNames).map(([value, text]) => ({ value, text }))}
      onChange={(event) => change(event.target.value)}
    />
  )
}

function asLevel(level: number): 1 | 2 | 10 | 100 | null {
  return level === 1 || level === 2 || level === 10 || level === 100 ? level : null
}

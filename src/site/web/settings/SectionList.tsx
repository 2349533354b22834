import { Icon } from '#kit/web/Icon.tsx'
import { NativeSelect } from '#kit/web/field/NativeSelect.tsx'
import { hrefTo } from '#kit/web/route/routes.ts'
import { useQueryChange } from '#kit/web/route/useQueryChange.ts'
import { type SectionId, sectionNames } from '../backoffice/sectionNames.ts'
import rail from '#staff/web/frame/Rail.module.css'
import css from './Settings.module.css'

type Props = { shown: SectionId; failed: ReadonlySet<SectionId | undefined> }

const failedText = 'precisa de atenção'

/** From 60em a list at the left, below that a select. */
export function SectionList({ shown, failed }: Props) {
  const changeQuery = useQueryChange()
  return (
    <nav aria-label="Seções das configurações">
      <ul className={css.list}>
        {sectionNames.map(({ id, title }) => (
          <li key={id}>
            <a
              href={hrefTo('staff.settings', { query: { section: id } })}
              className={rail.place}
              aria-current={id === shown ? 'page' : undefined}
            >
              <span>{title}</span>
              {failed.has(id) && (
                <span className={css.failed}>
                  <Icon name="alert" size={18} />
                  <span className="visually-hidden">{failedText}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div className={css.select}>
        <NativeSelect
          label="Seção"
          value={shown}
          onChange={({ target }) => changeQuery({ section: target.value })}
          choices={sectionNames.map(({ id, title }) => ({
            value: id,
            text: failed.has(id) ? `${title} (${failedText})` : title,
          }))}
        />
      </div>
    </nav>
  )
}

// The field of a query as an editor: colours, completion of tables and columns, Ctrl Enter. The field stays in the form and holds what
// is written here; without this script it is what people write in. The page hears `input` from the field, and tells by `filled` that
// it has put another statement into it.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MySQL, PostgreSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, drawSelection, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sure)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--medium)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--ink-3)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--accent)' },
]);

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--sheet)', minBlockSize: '9.5rem', maxBlockSize: '24rem', border: '1px solid var(--edge)', borderRadius: 'var(--round)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { font: '0.9rem/1.6 var(--mono)', overflow: 'auto' },
  '.cm-content': { padding: '0.6rem 0', minBlockSize: '9.4rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--accent-soft)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--hover)', outline: '1px solid var(--accent)' },
  '.cm-tooltip': { backgroundColor: 'var(--sheet)', color: 'var(--ink)', border: '1px solid var(--edge)', borderRadius: '6px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxBlockSize: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.6rem', minBlockSize: '1.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--sheet)' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
});

/** A name as it is listed beside the query, without its quotes: the editor puts its own where a name needs them. */
function plain(name) {
  return name.replace(/["`]/g, '');
}

/** The tables beside the query with their columns, as they are listed now. */
function language() {
  const schema = {};
  let quote = '"';
  for (const table of document.querySelectorAll('[data-table]')) {
    const name = table.dataset.table;
    if (name.includes('`')) quote = '`';
    schema[plain(name)] = [...table.querySelectorAll('[data-column]')].map((column) => plain(column.dataset.column));
  }
  const names = Object.keys(schema);
  const dialect = quote === '`' ? MySQL : PostgreSQL;
  return sql({ dialect, schema, upperCaseKeywords: true, defaultTable: names.length === 1 ? names[0] : undefined });
}

class QueryEditor extends HTMLElement {
  #view = null;
  #own = false;
  #language = new Compartment();

  connectedCallback() {
    const field = this.querySelector('textarea');
    if (!field || this.#view) return;
    this.field = field;
    const label = (name) => (field.hasAttribute(name) ? { [name]: field.getAttribute(name) } : {});
    const run = () => {
      field.form?.requestSubmit();
      return true;
    };
    const begun = document.activeElement === field;
    const state = EditorState.create({
      doc: field.value,
      selection: { anchor: begun ? Math.min(field.selectionStart, field.value.length) : field.value.length },
      extensions: [
        EditorView.cspNonce.of(document.querySelector('script[nonce]')?.nonce ?? ''),
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run }, { key: 'Ctrl-Enter', run }])),
        history(), drawSelection(), bracketMatching(), closeBrackets(), autocompletion({ icons: false }),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap]),
        this.#language.of(language()),
        syntaxHighlighting(colours), look, EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          ...label('aria-labelledby'), ...label('aria-describedby'), dir: 'ltr', spellcheck: 'false', autocapitalize: 'off', 'data-testid': 'sql-editor',
        }),
        EditorView.domEventHandlers({
          // What is listed beside the query may have changed since.
          focus: (_, view) => view.dispatch({ effects: this.#language.reconfigure(language()) }),
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || this.#own) return;
          field.value = update.state.doc.toString();
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      ],
    });
    this.#view = new EditorView({ state, parent: this });
    // A field that nobody sees cannot say that it must be filled.
    field.required = false;
    field.hidden = true;
    field.addEventListener('filled', this.#take);
    document.addEventListener('click', this.#insert);
    if (begun) this.#view.focus();
  }

  disconnectedCallback() {
    document.removeEventListener('click', this.#insert);
    this.field?.removeEventListener('filled', this.#take);
    this.#view?.destroy();
    this.#view = null;
  }

  /** Takes over what the page has put into the field. */
  #take = () => {
    const text = this.field.value;
    if (!this.#view || this.#view.state.doc.toString() === text) return;
    this.#own = true;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, selection: { anchor: text.length } });
    this.#own = false;
  };

  /** A click on a table or a column beside the query writes its name. */
  #insert = (event) => {
    const chosen = event.target instanceof Element ? event.target.closest('[data-insert]') : null;
    if (!chosen || !this.#view) return;
    const { from, to } = this.#view.state.selection.main;
    const before = this.#view.state.sliceDoc(Math.max(0, from - 1), from);
    const after = this.#view.state.sliceDoc(to, to + 1);
    const name = (/[\w"`),*]/.test(before) ? ' ' : '') + chosen.dataset.insert + (/[\w"`(*]/.test(after) ? ' ' : '');
    this.#view.dispatch({ changes: { from, to, insert: name }, selection: { anchor: from + name.length }, userEvent: 'input' });
    this.#view.focus();
  };
}

if (!customElements.get('query-editor')) customElements.define('query-editor', QueryEditor);

// The table of trials: filtered, sorted, a page at a time; and one trial with all that is known of it.
const PAGE = 100, MOST_COLUMNS = 8;
const view = {rows: [], sort: null, down: false, page: 0, matches: () => true};

const link = id => el('a', {class: 'id', href: '#trial-' + encodeURIComponent(id)}, id);

/** A trial's value; of a stopped one with the step, since it compares with no final value. */
function lastValue(t) {
  const value = t.state === 'finished' || t.state === 'stopped' ? num(valueOf(t), 5) : '';
  return t.state === 'stopped' && value !== '' ? value + ' at step ' + num(t.steps) : value;
}

function columns() {
  const {axes, cells, metric} = state.data;
  return [
    {name: 'trial', of: t => t.id, cell: t => link(t.id)},
    {name: 'state', of: t => t.state, cell: t => el('span', {class: 'chip ' + ({finished: 'good', failed: 'bad', stopped: 'warn'}[t.state] || '')}, t.state)},
    {name: metric, number: true, of: t => t.state === 'finished' || t.state === 'stopped' ? valueOf(t) : null, cell: lastValue},
    ...axes.slice(0, MOST_COLUMNS).map((axis, i) => ({name: short(axis.key), number: axis.numeric,
      of: t => { const v = cells[t.cell][i]; return v !== null && axis.numeric ? Number(v) : v; }, cell: t => cells[t.cell][i] === null ? '' : cut(shown(cells[t.cell][i]), 60)})),
    {name: 'replicate', number: true, of: t => t.replicate, cell: t => String(t.replicate)},
    {name: 'steps', number: true, of: t => t.steps, cell: t => num(t.steps)},
    {name: 'time', number: true, of: t => t.wall, cell: t => time(t.wall)}
  ];
}

/** What a term asks of a trial: a comparison with an axis, a metric or a state, or a word anywhere. */
function asked(term) {
  const {axes, cells, metrics} = state.data;
  const parts = /^([^<>=]+)(<=|>=|=|<|>)(.*)$/.exec(term);
  if (parts) {
    const [, name, operator, wanted] = parts;
    const axis = axes.findIndex(a => a.key === name || short(a.key) === name);
    const metric = metrics.indexOf(name);
    const read = axis >= 0 ? t => cells[t.cell][axis] : metric >= 0 ? t => t.values ? t.values[metric] : null
      : ['state', 'cause', 'host', 'device', 'id', 'replicate', 'seed'].includes(name) ? t => t[name] : null;
    if (read) {
      return t => {
        const value = read(t);
        if (value === null || value === undefined) return false;
        if (operator === '=') return String(value) === wanted || wanted !== '' && Number(value) === Number(wanted);
        const a = Number(value), b = Number(wanted);
        return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
      };
    }
  }
  const word = term.toLowerCase();
  return t => [t.id, t.state, t.cause, t.message, t.host, ...cells[t.cell]].some(v => v && String(v).toLowerCase().includes(word));
}

function filterTrials() {
  const terms = ($('filter').value.match(/"[^"]*"|\S+/g) || []).map(term => asked(term.replace(/^"|"$/g, '')));
  const selected = selection();
  view.matches = t => terms.every(test => test(t));
  view.rows = state.data.trials.filter(t => (!selected || selected(t)) && view.matches(t));
  if (view.sort !== null) {
    const {of} = columns()[view.sort] || columns()[0];
    const sign = view.down ? -1 : 1;
    view.rows.sort((a, b) => {
      const x = of(a), y = of(b);
      if (x === y) return 0;
      if (x === null || x === undefined) return 1;
      if (y === null || y === undefined) return -1;
      return x < y ? -sign : sign;
    });
  }
  view.page = 0;
  showTrials();
}

function showTrials() {
  const all = columns();
  const pages = Math.max(1, Math.ceil(view.rows.length / PAGE));
  view.page = Math.min(view.page, pages - 1);
  $('trial-count').textContent = view.rows.length === state.data.trials.length ? view.rows.length + ' trials'
    : view.rows.length + ' of ' + state.data.trials.length + ' trials' + (state.selected.size ? ', by the selection above' : '');
  $('page-at').textContent = pages > 1 ? 'page ' + (view.page + 1) + ' of ' + pages : '';
  $('page-back').hidden = $('page-on').hidden = pages === 1;
  $('page-back').disabled = view.page === 0;
  $('page-on').disabled = view.page === pages - 1;
  const [head, body] = $('trial-table').children;
  head.replaceChildren(el('tr', {}, ...all.map((column, i) => el('th', {class: column.number ? 'n' : null, scope: 'col',
    'aria-sort': view.sort === i ? view.down ? 'descending' : 'ascending' : 'none'},
  el('button', {type: 'button', onclick: () => { view.down = view.sort === i && !view.down; view.sort = i; filterTrials(); $('trial-table').querySelectorAll('th button')[i].focus(); }},
    cut(column.name, 26) + (view.sort === i ? view.down ? ' ↓' : ' ↑' : ''))))));
  body.replaceChildren(...view.rows.slice(view.page * PAGE, (view.page + 1) * PAGE).map(t =>
    el('tr', {}, ...all.map(column => el('td', {class: column.number ? 'n' : null}, column.cell(t))))));
}

function list(pairs) {
  return el('dl', {}, ...pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
    .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, String(value))]));
}

/** Opens what the address names: #trial-ID. */
function openTrial() {
  const dialog = $('trial');
  if (!location.hash.startsWith('#trial-')) { if (dialog.open) dialog.close(); return; }
  const id = decodeURIComponent(location.hash.slice('#trial-'.length));
  const trial = state.data.trials.find(t => t.id === id);
  if (!trial) return;
  const {data} = state;
  $('trial-body').replaceChildren(
    el('h2', {}, 'Trial ' + id),
    list([['state', trial.state], ['cause', trial.cause], ['message', trial.message], ['replicate', trial.replicate], ['seed', trial.seed], ['host', trial.host], ['device', trial.device],
      ['steps', trial.steps], ['time', time(trial.wall)]]),
    el('h3', {}, 'Configuration'),
    list([...data.axes.map((axis, i) => [axis.key, data.cells[trial.cell][i]]), ...Object.entries(data.fixed)]),
    el('h3', {}, 'Metrics'),
    list(data.metrics.map((name, i) => [name, trial.values ? trial.values[i] : null])),
    el('h3', {}, 'Provenance'),
    list(Object.entries(data.provenance[trial.provenance] || data.sweep.provenance || {})),
    el('p', {class: 'note'}, 'Again, from its row, ' + data.from + ': ', el('code', {}, './attune rerun ' + (trial.directory || data.directory) + ' --trial ' + id.split('/').pop())));
  if (!dialog.open) dialog.showModal();
}

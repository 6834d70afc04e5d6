// The overview and the learning curves.
function overview() {
  const {sweep, analysis, metric, goal} = state.data;
  document.title = sweep.name + ' · Attune';
  $('title').textContent = sweep.name;
  const best = analysis.best;
  const byRung = rungThatAnswers();
  const shown = [...analysis.effects, ...analysis.interactions].filter(one => one.shown_words).map(one => one.axes.join(' with ')).join(', ');
  const words = best ? cut(best.name, 200) : '';
  const digits = value => rounded(value, quarter(best));
  const many = state.data.cells.length > 1;
  const counted = new Map();
  for (const claim of state.data.claims ? state.data.claims.claims : []) counted.set(claim.verdict_words, (counted.get(claim.verdict_words) || 0) + 1);
  // The best mean comes after what is shown: it is no verdict.
  const mean = best ? (many ? 'Best mean: ' : '') + words + ', ' + metric + ' ' + digits(best.mean) + ' (n ' + best.n + missing(best) + ').' : '';
  const verdicts = [counted.size ? 'Claims: ' + [...counted].map(([verdict, n]) => n + ' ' + verdict).join(', ') + '.' : '',
    analysis.which_cells_differ ? analysis.which_cells_differ.replace(/^no cell is shown/, 'No cell is shown') + '.' : best && many ? 'No cell is shown to be better than another.' : '',
    best ? '' : analysis.finished ? 'Neither direction of ' + metric + ' is better: no cell is best.' + (analysis.pairs.length ? ' Each cell is shown beside the control.' : '')
      : 'No finished trial has a finite ' + metric + ' yet.'].filter(Boolean).join(' ');
  $('verdict').replaceChildren(verdicts || mean,
  el('small', {}, [verdicts ? mean : '', best && best.low !== null
    ? '95 % interval ' + digits(best.low) + ' to ' + digits(best.high) + ' with new seeds; best again in ' + percent(best.chosen_again) + ' of resamples.'
    : best ? 'No interval: ' + best.no_interval + '.' : '',
  byRung ? whichAxes() : analysis.effect_found ? (shown ? 'Axes shown to have an effect' + analysis.look_mark + ': ' + cut(shown, 120) + '.' : 'Cells differ by more than seeds do' + analysis.look_mark + '.') : analysis.notes.found,
  sweep.failed || analysis.left_out.without_value ? 'A cell with failed seeds ranks below cells with fewer.' : '',
  goal ? (goal === 'minimize' ? 'Lower' : 'Higher') + ' is better.' : ''].filter(Boolean).join(' ')));
  const without = analysis.left_out.without_value;
  const tiles = [[sweep.finished - without, 'finished of ' + sweep.total, 'good'], [without, 'without a finite ' + metric, 'bad'], [sweep.stopped, 'stopped early'], [sweep.failed, 'failed', sweep.failed ? 'bad' : ''],
    [sweep.running, 'running'], [sweep.pending, 'pending'], finished().length ? analysis.cells_words.match(/^(\d+) (.*)/).slice(1) : [state.data.cells.length, 'cells'], [time(sweep.ran_seconds), sweep.state]];
  $('tiles').replaceChildren(...tiles.filter(([value, name]) => value !== 0 || /finished|failed/.test(name))
    .map(([value, name, kind]) => el('div', {class: 'tile ' + (kind || '')}, el('b', {}, String(value)), el('span', {}, name))));
  tell('notes', analysis.notes.best.concat(state.data.after_search || [], analysis.notes.trials));
  pairs();
  claims();
}

/** What is not among the values of n seeds. */
const missing = of => (of.failed ? ', ' + of.failed + ' failed' : '') + (of.stopped ? ', ' + of.stopped + ' stopped' : '');

/** Every cell beside the control, paired by seed. */
function pairs() {
  const {analysis, metric} = state.data;
  const place = $('pairs');
  const unpaired = analysis.not_compared.map(note => el('p', {class: 'note'}, note));
  if (!analysis.pairs.length) { place.replaceChildren(...unpaired.length ? [el('div', {class: 'card'}, el('h2', {}, 'Cells beside the control'), ...unpaired)] : []); return; }
  const kind = {better: 'good', worse: 'bad'};
  const seeds = p => p.n + missing(p) + (p.failed_elsewhere ? '; at other tuned values ' + p.failed_elsewhere + ' failed' : '');
  place.replaceChildren(el('div', {class: 'card'}, el('h2', {}, 'Cells beside the control'),
    el('p', {class: 'note'}, metric + ': cell less control, paired by seed' + (analysis.pairs_tuning ? ', ' + analysis.pairs_tuning : '')
      + (analysis.pairs_where ? '. Each difference is ' + analysis.pairs_where : '') + '. p is Holm-adjusted; the interval is the one that the adjusted test uses.'),
    table([{name: 'verdict'}, {name: 'cell', wrap: true}, {name: 'control', wrap: true}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'seeds', number: true}, {name: 'p', number: true}],
      analysis.pairs.map(p => [el('span', {class: 'chip ' + (kind[p.verdict.split(',')[0]] || 'warn')}, p.verdict), p.cell + (p.cell_at ? ' (' + p.cell_at + ')' : ''),
        p.control + (p.control_at ? ' (' + p.control_at + ')' : ''), signed(p.difference, p), [ends(p) + (p.level === null ? '' : ' (' + Math.round(p.level * 1e4) / 100 + ' %)'), p.why_ranks ? 'by ranks (' + p.why_ranks + ')' : p.two_modes.length ? 'two modes' : ''].filter(part => part).join(', '), seeds(p), probability(p.p_adjusted) + least(p)])),
    ...unpaired,
    ...analysis.best_at_edge.map(note => el('p', {class: 'note'}, note)),
    ...analysis.pairs_notes.map(note => el('p', {class: 'note'}, note))));
}

const CLAIM_COLUMNS = [{name: 'verdict'}, {name: 'claim', wrap: true}, {name: 'found', wrap: true}, {name: 'p', number: true}, {name: 'seeds', number: true}];

function claimRow(c) {
  const kind = {'reproduced': 'good', 'larger': 'good', 'opposite': 'bad', 'smaller': 'bad', 'no difference': 'bad'};
  return [el('span', {class: 'chip ' + (kind[c.verdict] || 'warn')}, c.verdict_words),
    el('div', {}, c.remark ? c.says + ' (' + c.remark + ')' : c.says, c.advice ? el('p', {class: 'note'}, c.advice.charAt(0).toUpperCase() + c.advice.slice(1) + '.') : null, el('p', {class: 'note'}, c.test)),
    c.found, probability(c.probability) + marked(c.unadjusted, c.p_is_least), c.seeds_words];
}

function claims() {
  const of = state.data.claims;
  const place = $('claims');
  if (!of) { place.replaceChildren(); return; }
  const notes = of.claims_notes.map(note => el('p', {class: 'note'}, note));
  if (!of.claims.length) { place.replaceChildren(el('div', {class: 'card'}, el('h2', {}, 'Claims'), ...notes)); return; }
  const ours = of.rows.every(r => !r.paper);
  place.replaceChildren(el('div', {class: 'card'}, el('h2', {}, of.title || 'Claims'),
    el('p', {class: 'note'}, of.source || ''),
    el('p', {class: 'note'}, 'Report a claim that was stated before the results; else report the table of cells.'),
    table(CLAIM_COLUMNS, of.claims.map(claimRow)),
    ...notes,
    el('h3', {}, ours ? 'Cells of the claims' : 'Beside the paper'),
    table([{name: 'cell'}, {name: 'metric'}, ...(ours ? [] : [{name: 'paper', number: true}]), {name: ours ? 'mean' : 'ours', number: true}, {name: 'std', number: true}, {name: 'n', number: true},
      ...(of.rows.some(r => r.floor !== null) ? [{name: 'floor', number: true}] : [])],
      of.rows.filter(r => !r.passed_over).map(r => [r.cell, r.metric, ...(ours ? [] : [r.paper || '']), rounded(r.mean, r.std), rounded(r.std, r.std), r.n + missing(r), ...(of.rows.some(one => one.floor !== null) ? [rounded(r.floor)] : [])]))));
}

const points = of => Math.max(...of.map(one => one.points.length));

/** The objective; where it was measured only once in each trial, what was measured most. */
function telling(metrics, names) {
  const curve = name => points(metrics[name]) > 1;
  return names.length === 0 || curve(names[0]) ? names[0] : names.reduce((a, b) => points(metrics[b]) > points(metrics[a]) ? b : a);
}

/** Why the curves do not open on the objective; empty where they do. */
function whyNotObjective(metrics, names) {
  const objective = state.data.metric;
  return !names.length || telling(metrics, names) === objective ? ''
    : (metrics[objective] ? 'Each trial measured ' + objective + ' once' : 'No trial reported ' + objective + ' by step') + ', so the chart opens on ' + telling(metrics, names) + '. '
      + (Object.keys(state.data.fixed).some(key => key.startsWith('train.')) ? 'To measure it during training, set train.evaluate-every. ' : '');
}

/** The range of values that suits most curves; null where all curves suit one scale. */
function usualRange(curves) {
  const spans = curves.filter(one => one.length).map(one => [Math.min(...one), Math.max(...one)]);
  if (spans.length < 4) return null;
  const fences = end => {
    const sorted = spans.map(span => span[end]).sort((a, b) => a - b);
    const low = sorted[Math.floor((sorted.length - 1) / 4)], high = sorted[Math.ceil((sorted.length - 1) * 3 / 4)];
    return [low - 3 * (high - low), high + 3 * (high - low)]; // Tukey's outer fences
  };
  const [lowest] = fences(0), [, highest] = fences(1);
  const usual = spans.filter(span => span[0] >= lowest && span[1] <= highest);
  const range = of => [Math.min(...of.map(span => span[0])), Math.max(...of.map(span => span[1]))];
  const all = range(spans), kept = range(usual);
  return kept[1] > kept[0] && all[1] - all[0] > 3 * (kept[1] - kept[0]) ? {low: kept[0], high: kept[1], beyond: spans.length - usual.length, positive: all[0] > 0} : null;
}

function curves() {
  const {curves} = state.data;
  const names = Object.keys(curves.metrics);
  const metric = choices('curve-metric', names.map(n => [n, n]), telling(curves.metrics, names));
  const log = $('curve-log').checked;
  const narrowed = view.rows.length < state.data.trials.length;
  const kept = new Set(view.rows.flatMap(t => [t.cell, t.id]));
  const key = one => one.trial || one.cell;
  const all = !metric ? [] : curves.metrics[metric].filter(one => !narrowed || kept.has(key(one))).sort((a, b) => b.cell - a.cell);
  const note = (narrowed ? all.length + ' of ' + (metric ? curves.metrics[metric].length : 0) + ' curves: those of the trials that the filter or the selection keeps. ' : '')
    + (curves.chosen ? 'The trials that --trials names, a line each. ' : curves.shown < curves.cells
    ? curves.shown + ' of ' + curves.cells + ' cells: the best ten in colour, an even sample of the others in grey. ' : '')
    + whyNotObjective(curves.metrics, names)
    + (state.data.compared ? 'The colour is the cell, the dashes are the sweep. ' : '') + (curves.chosen ? '' : 'Lines are means over seeds; bands reach from the lowest seed to the highest.');
  $('curve-note').textContent = note;
  if (!all.length) return draw('curve-chart', null, metric ? 'This page has no curve of the trials that are kept; attune report DIR --trials T,T draws any.' : 'No trial has reported a curve.');
  const last = Math.max(...all.map(one => one.points[one.points.length - 1][0]));
  const from = $('curve-late').checked ? last / 2 : 0;
  const full = one => state.data.names[one.cell] + (one.trial ? ', replicate ' + one.trial.replace(/.*-/, '') : '');
  const own = new Map(differing(all.map(full)).map((name, i) => [key(all[i]), cut(name, 90)]));
  const rank = new Map(all.slice().reverse().map((one, i) => [key(one), narrowed || curves.chosen ? i : one.cell]));
  const many = narrowed || curves.chosen ? all.length > 10 : curves.cells > 10;
  const grey = css('--soft');
  const styles = sweepStyles(all.filter(one => !many || rank.get(key(one)) < 10).reverse());
  const names10 = [];
  const series = [];
  for (const one of all) {
    const faint = many && rank.get(key(one)) >= 10;
    const name = own.get(key(one)) + (faint ? ' ' : '');
    const style = styles && styles.get(one.cell);
    const colour = faint ? grey : PALETTE[(style ? style.colour : rank.get(key(one))) % PALETTE.length];
    if (!faint) names10.unshift(name);
    const points = one.points.filter(p => p[0] >= from && (!log || p[2] > 0));
    series.push({name, type: 'line', showSymbol: points.length < 3, symbolSize: 5, data: points.map(p => [p[0], p[1]]), z: faint ? 1 : 3,
      lineStyle: {width: faint ? 0.8 : 2, opacity: faint ? 0.3 : 1, color: colour, type: style && !faint ? style.dashes : 'solid'}, itemStyle: {color: colour}, emphasis: {focus: 'series'}, silent: faint});
    if (!faint && points.some(p => p[4] > 1)) {
      series.push({name, type: 'custom', silent: true, z: 2, data: points.map(p => [p[0], p[2], p[3]]), encode: {x: 0, y: [1, 2]},
        renderItem: (params, api) => params.dataIndex > 0 ? null : band(points, api, colour), clip: true, tooltip: {show: false}});
    }
  }
  const usual = log ? null : usualRange(series.filter(one => one.type === 'line').map(one => one.data.map(p => p[1])));
  if (usual) {
    $('curve-note').textContent = note + ' The scale suits most curves: ' + usual.beyond + (usual.beyond === 1 ? ' curve leaves' : ' curves leave') + ' it.' + (usual.positive ? ' The logarithmic scale has all.' : '');
  }
  const [legend, room] = legendBelow('curve-chart', names10, styles ? {itemWidth: 30, itemStyle: {opacity: 0}, lineStyle: {width: 2}} : {icon: 'roundRect', itemHeight: 10, itemWidth: 14});
  draw('curve-chart', {
    height: 350 + room, grid: {left: 62, right: 24, top: 28, bottom: 44 + room}, legend,
    tooltip: {trigger: 'item', formatter: p => esc(p.seriesName) + '<br>step ' + p.value[0] + ': <b>' + num(p.value[1]) + '</b>'},
    xAxis: {type: 'value', name: 'step', nameLocation: 'middle', nameGap: 24, splitLine: {show: false}, min: from || null, max: 'dataMax'},
    yAxis: {type: log ? 'log' : 'value', scale: true, ...(usual ? {min: usual.low, max: usual.high} : {}), name: metric, nameLocation: 'end', nameTextStyle: {align: 'left', color: css('--soft')}, axisLabel: {formatter: ticks(usual ? [usual.low, usual.high] : series.flatMap(one => one.type === 'line' ? one.data.map(p => p[1]) : []))}},
    series
  });
}

const DASHES = ['solid', [8, 5], [1.5, 4], [10, 4, 1.5, 4]];

/** The colour of each curve's cell, and its sweep's dashes; once the dashes begin again, a cell has another colour. Null for one sweep. */
function sweepStyles(curves) {
  const {compared, axes, cells, names} = state.data;
  if (!compared) return null;
  const at = axes.findIndex(axis => axis.key === 'sweep');
  const found = curves.map(({cell}) => {
    const sweep = axes[at].levels.indexOf(cells[cell][at]);
    return {cell, sweep, drawn: Math.floor(sweep / DASHES.length) + names[cell].slice(cells[cell][at].length)};
  });
  const drawn = [...new Set(found.map(one => one.drawn))];
  return new Map(found.map(one => [one.cell, {colour: drawn.indexOf(one.drawn), dashes: DASHES[one.sweep % DASHES.length]}]));
}

/** The polygon between the lowest and the highest seed. */
function band(points, api, colour) {
  const up = points.map(p => api.coord([p[0], p[3]]));
  const down = points.map(p => api.coord([p[0], p[2]])).reverse();
  return {type: 'polygon', shape: {points: up.concat(down)}, style: {fill: colour, opacity: 0.14}};
}

// Slices, contours, the Pareto front, comparisons, failures, and the timeline of slots.
const MOST_DOTS = 3000, CELLS_ACROSS = 12;

const finished = () => state.data.trials.filter(t => t.state === 'finished' && valueOf(t) !== null);
const sampled = (list, most = MOST_DOTS) => { const step = Math.ceil(list.length / most); return list.filter((t, i) => i % step === 0); };

/** Trials that a rule stopped, which have a last value: drawn grey, so that no value of an axis looks as if nobody had tried it. */
const stopped = () => state.data.trials.filter(t => t.state === 'stopped' && valueOf(t) !== null);
const STOPPED = 'stopped early, at the last value';
const greyed = () => css('--soft');
const stoppedLegend = () => ({bottom: 0, data: [{name: STOPPED, icon: 'roundRect', itemStyle: {color: greyed(), opacity: 0.6}, lineStyle: {color: greyed()}}], itemHeight: 8, selectedMode: false});

function axisOf(axis, horizontal) {
  const name = short(axis.key);
  const label = {formatter: v => numeric(axis) ? num(v, 3) : cut(String(v), 18)};
  return {name, ...(horizontal ? {nameLocation: 'middle', nameGap: 26} : {nameTextStyle: {align: 'left', color: css('--soft')}}), axisLabel: label,
    ...(numeric(axis) ? {type: axis.log ? 'log' : 'value', scale: true} : {type: 'category', data: levels(axis), splitLine: {show: false}})};
}

function slice() {
  const {axes, cells, metric} = state.data;
  const options = axes.map((axis, i) => [String(i), axis.key]);
  const at = Number(choices('slice-axis', options, '0'));
  const by = choices('slice-colour', [['', 'nothing'], ...options], '');
  const trials = sampled(finished()), ended = sampled(stopped());
  if (!axes.length || !trials.length && !ended.length) return draw('slice-chart', null, 'Nothing varies, or nothing has finished.');
  const axis = axes[at];
  const dotsOf = of => of.map(trial => [coordinate(axis, cells[trial.cell][at]), valueOf(trial), trial.id]).filter(dot => dot[0] !== null); // a cell may lack the number
  const shownGroups = grouped(trials, by, metric).map(([name, of]) => [name, dotsOf(of)]);
  const series = ended.length ? [{name: STOPPED, type: 'scatter', symbolSize: 6, data: dotsOf(ended), itemStyle: {color: greyed(), opacity: 0.45}}] : [];
  shownGroups.forEach(([name, dots], i) => {
    const title = cut(shown(name), 40), colour = PALETTE[i];
    series.push({name: title, type: 'scatter', symbolSize: dots.length > 400 ? 4 : 8, data: dots, itemStyle: {color: colour, opacity: dots.length > 400 ? 0.35 : 0.7}});
    const means = meansOf(axis, dots);
    if (means.length > 1) series.push({name: title, type: 'line', data: means, symbol: 'none', lineStyle: {width: 2, color: colour}, itemStyle: {color: colour}, tooltip: {show: false}});
  });
  const [legend, room] = by !== '' ? legendBelow('slice-chart', [...new Set(series.map(one => one.name))]) : [ended.length ? stoppedLegend() : undefined, LEGEND];
  draw('slice-chart', {height: 290 + room, grid: {left: 62, right: 32, top: 26, bottom: legend ? 36 + room : 44}, legend,
    tooltip: {trigger: 'item', formatter: p => esc(p.value[2]) + '<br>' + esc(shown(String(p.value[0]))) + ': <b>' + num(p.value[1]) + '</b>'},
    xAxis: axisOf(axis, true), yAxis: {type: 'value', scale: true, name: metric, nameTextStyle: {align: 'left', color: css('--soft')}, axisLabel: {formatter: ticks(trials.concat(ended).map(valueOf))}}, series});
}

/** Means at each value; over a scale, in ranges of equal width. */
function meansOf(axis, dots) {
  const bins = new Map();
  const cutter = ranges(axis, dots.map(d => d[0]));
  for (const [x, y] of dots) {
    const [key, at] = cutter(x);
    if (!bins.has(key)) bins.set(key, [at, 0, 0]);
    const bin = bins.get(key);
    bin[1] += y;
    bin[2]++;
  }
  return [...bins].sort((a, b) => a[0] - b[0]).map(([, bin]) => [bin[0], bin[1] / bin[2]]);
}

/** Which range a value is in, and where the range's middle is. */
function ranges(axis, values) {
  if (!numeric(axis)) return x => [levels(axis).indexOf(x), x];
  const to = axis.log ? Math.log : x => x, back = axis.log ? Math.exp : x => x;
  const low = to(Math.min(...values)), high = to(Math.max(...values));
  const width = (high - low) / CELLS_ACROSS || 1;
  return x => { const bin = Math.min(CELLS_ACROSS - 1, Math.floor((to(x) - low) / width)); return [bin, back(low + (bin + 0.5) * width)]; };
}

function contour() {
  const {axes, cells, metric, goal} = state.data;
  const options = axes.map((axis, i) => [String(i), axis.key]);
  const x = Number(choices('contour-x', options, '0'));
  const y = Number(choices('contour-y', options, axes.length > 1 ? '1' : '0'));
  const at = (trial, i) => coordinate(axes[i], cells[trial.cell][i]);
  const placed = all => all.filter(trial => axes.length < 2 || at(trial, x) !== null && at(trial, y) !== null); // a cell may lack a number
  const trials = placed(finished()), ended = placed(stopped()), both = trials.concat(ended);
  if (axes.length < 2 || x === y || !both.length) return draw('contour-chart', null, axes.length < 2 ? 'It takes two axes.' : x === y ? 'Choose two different axes.' : 'Nothing has finished.');
  const across = ranges(axes[x], both.map(t => at(t, x))), up = ranges(axes[y], both.map(t => at(t, y)));
  const xs = new Map(), ys = new Map();
  const sumsOf = of => {
    const sums = new Map();
    for (const trial of of) {
      const [i, xAt] = across(at(trial, x)), [j, yAt] = up(at(trial, y));
      xs.set(i, xAt); ys.set(j, yAt);
      const sum = sums.get(i + ' ' + j) || [i, j, 0, 0];
      sum[2] += valueOf(trial); sum[3]++;
      sums.set(i + ' ' + j, sum);
    }
    return sums;
  };
  const sums = sumsOf(trials);
  const only = [...sumsOf(ended)].filter(([key]) => !sums.has(key)).map(([, sum]) => sum); // where nothing finished
  const xKeys = [...xs].sort((a, b) => a[0] - b[0]), yKeys = [...ys].sort((a, b) => a[0] - b[0]);
  const place = (keys, key) => keys.findIndex(k => k[0] === key);
  const meansAt = list => list.map(s => [place(xKeys, s[0]), place(yKeys, s[1]), s[2] / s[3], s[3]]);
  const data = meansAt([...sums.values()]), grey = meansAt(only);
  const means = (data.length ? data : grey).map(d => d[2]).sort((a, b) => a - b);
  // A few bad cells must not use up the colours: from 21 cells on, the worst twentieth has the colour of the end, which says so.
  const most = goal === 'maximize', last = means.length - 1, cut5 = Math.floor(last / 20);
  const low = means[most ? cut5 : 0], high = means[most ? last : last - cut5];
  const ends = apart(low, high);
  if (low > means[0]) ends[0] = '≤ ' + ends[0];
  if (high < means[last]) ends[1] = '≥ ' + ends[1];
  const tick = ticks(means);
  const scale = ['#1d4f91', '#3f86c6', '#8fc1d4', '#e9e2c4', '#eeb36b', '#d9694a'];
  const wide = Math.max(...both.length ? means.map(m => tick(m).length) : [0]) * 6.5 + 6; // pixels of a number
  const label = {show: data.length + grey.length <= 36 && ($('contour-chart').clientWidth - 170) / xKeys.length >= wide, fontSize: 11};
  const dark = mean => { const at = (mean - low) / (high - low || 1); return (most ? 1 - at : at) < .3; }; // the two blues
  draw('contour-chart', {grid: {left: 8, right: 84, top: 26, bottom: grey.length ? 52 : 30, containLabel: true}, legend: grey.length ? stoppedLegend() : undefined,
    tooltip: {formatter: p => esc(short(axes[x].key)) + ' ' + esc(shown(String(xKeys[p.value[0]][1]))) + '<br>' + esc(short(axes[y].key)) + ' ' + esc(shown(String(yKeys[p.value[1]][1]))) + '<br>' + esc(metric) + ' <b>' + num(p.value[2]) + '</b>, ' + p.value[3] + (p.seriesIndex ? ' stopped' : '') + ' trials'},
    xAxis: {type: 'category', data: xKeys.map(k => cut(shown(String(k[1])), 14)), name: short(axes[x].key), nameLocation: 'middle', nameGap: 26, splitLine: {show: false}},
    yAxis: {type: 'category', data: yKeys.map(k => cut(shown(String(k[1])), 14)), name: short(axes[y].key), nameTextStyle: {align: 'left', color: css('--soft')}, splitLine: {show: false}},
    visualMap: [{type: 'continuous', seriesIndex: 0, dimension: 2, min: low, max: high > low ? high : low + Math.abs(low) * 1e-6 + 1e-9, right: 0, top: 'center', calculable: false, itemHeight: 150, itemWidth: 12, precision: 4,
      textStyle: {color: css('--soft')}, formatter: v => num(v, 3), text: ends.reverse(), inRange: {color: most ? scale.slice().reverse() : scale}},
      ...grey.length ? [{show: false, seriesIndex: 1, dimension: 2, min: 0, max: 1, inRange: {color: [css('--line'), css('--line')]}}] : []],
    series: [{type: 'heatmap', data: data.map(d => ({value: d, label: {color: dark(d[2]) ? '#fff' : '#10131a'}})), itemStyle: {borderColor: css('--card'), borderWidth: 1}, label: {...label, formatter: p => tick(p.value[2])}},
      ...grey.length ? [{name: STOPPED, type: 'heatmap', data: grey.map(d => ({value: d, visualMap: false})), itemStyle: {color: css('--line'), borderColor: css('--card'), borderWidth: 1}, label: {...label, color: css('--soft'), formatter: p => tick(p.value[2])}}] : []]});
}

/** Whether finished trials have different positive numbers of a metric. */
function varies(at) {
  const values = state.data.trials.filter(t => t.state === 'finished' && t.values).map(t => t.values[at]).filter(v => v !== null);
  return values.length > 1 && Math.min(...values) > 0 && Math.min(...values) < Math.max(...values);
}

/** The means of cells over their finished trials, with a trial of each. */
function cellMeans(trials, x, y) {
  const cells = new Map();
  for (const trial of trials) {
    const sum = cells.get(trial.cell) || {cell: trial.cell, id: trial.id, n: 0, x: 0, y: 0};
    sum.n++; sum.x += trial.values[x]; sum.y += trial.values[y];
    cells.set(trial.cell, sum);
  }
  return [...cells.values()].map(sum => ({...sum, x: sum.x / sum.n, y: sum.y / sum.n}));
}

// What a better model may cost, the first that differs between cells.
const COSTS = [/^parameters/, /flop/, /seconds|_ms|time/, /^state_bytes$/];

function pareto() {
  const {metrics, metric, goals, objectives} = state.data;
  const options = metrics.map((name, i) => [String(i), name]);
  const cost = COSTS.map(words => metrics.findIndex((n, i) => words.test(n) && n !== metric && varies(i))).find(i => i >= 0);
  const sought = objectives.length > 1 ? metrics.indexOf(objectives[1].metric) : -1;
  const other = sought >= 0 ? sought : cost ?? Math.max(0, metrics.findIndex(n => n !== metric));
  const first = objectives.length > 1 ? objectives[0].metric : metric;
  const x = Number(choices('pareto-x', options, String(other)));
  const y = Number(choices('pareto-y', options, String(Math.max(0, metrics.indexOf(first)))));
  for (const [id, at] of [['pareto-x-high', x], ['pareto-y-high', y]]) { // the user may turn a direction; another metric starts with its own, and one that has none with lower, as costs
    if ($(id).dataset.metric !== metrics[at]) $(id).checked = goals[metrics[at]] === 'maximize';
    $(id).dataset.metric = metrics[at];
  }
  const high = [$('pareto-x-high').checked, $('pareto-y-high').checked];
  const trials = state.data.trials.filter(t => t.state === 'finished' && t.values && t.values[x] !== null && t.values[y] !== null);
  if (metrics.length < 2 || x === y || !trials.length) return draw('pareto-chart', null, 'It takes two metrics of finished trials.');
  const means = cellMeans(trials, x, y);
  const sorted = means.slice().sort((a, b) => (high[0] ? -1 : 1) * (a.x - b.x) || (high[1] ? -1 : 1) * (a.y - b.y));
  const front = [];
  for (const mean of sorted) {
    const best = front[front.length - 1];
    if (!best || (high[1] ? mean.y > best.y : mean.y < best.y) || mean.x === best.x && mean.y === best.y) front.push(mean);
  }
  const {analysis, compared} = state.data; // what the count at the top calls cells may have several settings each
  const counted = (compared ? compared.tuned.length : / settings?$/.test(analysis.cells_words)) ? 'settings' : 'cells';
  $('pareto-note').textContent = 'The line joins ' + front.length + ' of ' + means.length + ' ' + counted + (compared ? ', each sweep\'s apart' : '') + ': by ' + [x, y].map((at, i) => (high[i] ? 'higher ' : 'lower ') + metrics[at]).join(' and ') + ', no other has better means in both. Each dot is a finished trial.'
    + (sought < 0 && x === cost ? ' Across is ' + metrics[x] + ', the first of parameters, FLOP, time and state_bytes that differs.' : '');
  const dot = t => [t.values[x], t.values[y], t.id, t.cell];
  const bytes = metrics[x] === 'state_bytes' && varies(x);
  draw('pareto-chart', {grid: {left: 70, right: 24, top: 26, bottom: 44},
    tooltip: {trigger: 'item', formatter: p => esc(cellName(p.value[3])) + '<br>' + esc(p.value[2]) + '<br>' + esc(metrics[x]) + ' <b>' + num(p.value[0]) + '</b><br>' + esc(metrics[y]) + ' <b>' + num(p.value[1]) + '</b>'},
    xAxis: {type: bytes ? 'log' : 'value', ...(bytes ? {logBase: 2} : {}), scale: true, name: metrics[x], nameLocation: 'middle', nameGap: 26, axisLabel: {formatter: v => num(v, 3)}},
    yAxis: {type: 'value', scale: true, name: metrics[y], nameTextStyle: {align: 'left', color: css('--soft')}, axisLabel: {formatter: v => num(v, 3)}},
    series: [{type: 'scatter', symbolSize: 7, data: sampled(trials).map(dot), itemStyle: {color: css('--soft'), opacity: 0.4}},
      {type: 'line', step: 'end', data: front.map(m => [m.x, m.y, 'mean of ' + m.n, m.cell]), symbol: 'circle', symbolSize: 8, lineStyle: {width: 2, color: PALETTE[1]}, itemStyle: {color: PALETTE[1]}}]});
}

function comparisons() {
  const {notes} = state.data.analysis;
  tell('comparison-notes', notes.comparisons.concat(notes.sections, notes.no_value));
  const all = state.data.analysis.comparisons.slice().sort((a, b) => a.p_adjusted - b.p_adjusted || a.p - b.p);
  const most = 60;
  const name = v => v === '' ? ABSENT : cut(shown(v), 40);
  $('comparison-table').replaceChildren(all.length === 0 ? ''
    : table([{name: 'axis'}, {name: state.data.goal === 'maximize' ? 'higher mean' : 'lower mean'}, {name: 'other'}, {name: 'difference', number: true}, {name: 'interval', number: true}, {name: 'over', number: true}, {name: 'g', number: true}, {name: 'p (Holm-adjusted)', number: true}, {name: ''}],
      all.slice(0, most).map(c => [short(c.axis) + c.says.slice(c.axis.length), name(c.values[0]), name(c.values[1]), rounded(c.difference, quarter(c)), ends(c, '') + (c.test === 'ranks' && c.p !== null ? ' by ranks' + (c.two_modes.length ? ': two modes of ' + c.two_modes.map(name).join(' and ') : '') : ''), c.n + ' ' + c.paired_over + missing(c),
        c.hedges_g === null ? '' : decimals(c.hedges_g, 2), probability(c.p_adjusted) + least(c), c.shown_words ? el('span', {class: c.shown ? 'chip good' : 'chip'}, c.shown_words) : c.why_not_shown || ''])));
  if (all.length > most) $('comparison-table').append(el('p', {class: 'note'}, most + ' of ' + all.length + ', the surest first; attune analyze --json has all.'));
}

function failures() {
  const failed = state.data.trials.filter(t => t.state === 'failed');
  const place = $('failures');
  if (!failed.length) return place.replaceChildren(el('p', {class: 'note'}, 'No trial has failed.'));
  const groups = new Map();
  for (const trial of failed) {
    const key = trial.cause || 'unknown';
    if (!groups.has(key)) groups.set(key, new Map());
    const messages = groups.get(key);
    const message = trial.message || '(no message)';
    if (!messages.has(message)) messages.set(message, []);
    messages.get(message).push(trial.id);
  }
  place.replaceChildren(...[...groups].map(([cause, messages]) => el('div', {}, el('h3', {}, el('span', {class: 'chip bad'}, cause), ' ' + [...messages.values()].flat().length),
    table([{name: 'message', wrap: true}, {name: 'trials', number: true}, {name: 'one of them'}],
      [...messages].sort((a, b) => b[1].length - a[1].length).slice(0, 8).map(([message, ids]) => [cut(message, 300), String(ids.length), link(ids[0])])))));
}

const ended = attempt => attempt[4] === null ? state.data.now : attempt[4];

// The most attempts that ran at a time.
function together(all) {
  const changes = all.flatMap(a => [[a[3], 1], [ended(a), -1]]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  let running = 0, most = 0;
  for (const change of changes) most = Math.max(most, running += change[1]);
  return most;
}

// How much of the slots' time had a trial, while drivers ran the sweep.
function use(all) {
  const ran = state.data.sweep.ran_seconds * 1000, slots = together(all);
  const mean = Math.min(slots, all.reduce((sum, a) => sum + ended(a) - a[3], 0) / ran);
  return ran > 0 && slots > 0 ? ' On average ' + num(mean, 2) + ' of ' + slots + (slots === 1 ? ' slot' : ' slots') + ' had a trial (' + percent(mean / slots) + ').' : '';
}

function timeline() {
  const most = 4000;
  const all = state.data.attempts;
  const step = Math.ceil(all.length / most);
  const attempts = all.filter((a, i) => i % step === 0);
  $('timeline-note').textContent = 'Each bar is an attempt at a trial.' + use(all) + (step > 1 ? ' One in ' + step + ' of ' + all.length + ' is drawn.' : '');
  if (!attempts.length) return draw('timeline-chart', null, 'No trial has started.');
  const slots = [...new Set(attempts.map(a => a[2]))].sort().reverse();
  const hosts = new Set(slots.map(slot => slot.split(' ')[0])).size;
  const start = attempts.reduce((least, a) => Math.min(least, a[3]), Infinity);
  const colour = {finished: '#2a9d6f', stopped: '#c79a1e', failed: '#d64550', abandoned: '#7b8794', running: '#2f6fde'};
  const data = attempts.map(a => [slots.indexOf(a[2]), (a[3] - start) / 1000, (ended(a) - start) / 1000, a[5], a[0], a[1]]);
  draw('timeline-chart', {height: Math.min(420, 64 + 36 * slots.length), grid: {left: 8, right: 20, top: 8, bottom: 40, containLabel: true},
    tooltip: {formatter: p => esc(p.value[4]) + ', attempt ' + p.value[5] + '<br>' + esc(p.value[3]) + ', ' + time(p.value[2] - p.value[1])},
    xAxis: {type: 'value', name: 'seconds since the first', nameLocation: 'middle', nameGap: 26, max: 'dataMax'},
    yAxis: {type: 'category', data: slots, splitLine: {show: false}, axisLabel: {lineHeight: 14, formatter: v => v.split(' ').slice(hosts > 1 ? 0 : 1).join('\n')}},
    series: [{type: 'custom', encode: {x: [1, 2], y: 0}, clip: true, progressive: 0, data, renderItem: (params, api) => {
      const from = api.coord([api.value(1), api.value(0)]), to = api.coord([api.value(2), api.value(0)]);
      const height = Math.min(26, api.size([0, 1])[1] * 0.6);
      return {type: 'rect', shape: {x: from[0], y: from[1] - height / 2, width: Math.max(1, to[0] - from[0] - 1), height, r: 2}, style: {fill: colour[data[params.dataIndex][3]] || '#7b8794'}};
    }}]});
}
